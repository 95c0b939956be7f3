import type { Db } from '#server/database/tables.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import { changeVersions } from '#server/identity/organisation/change-versions.ts'

/** The label ("中文/English") of a dictionary value; null for an unknown or disabled value. */
export type Labels = (key: string, value: string) => string | null

/** Labels of dictionaries, cached until these change. */
export function dictionaryLabels() {
  let known: { version: string; labels: Promise<Labels> } | undefined

  return async (db: Db, knownVersion?: string): Promise<Labels> => {
    const version = knownVersion ?? (await changeVersions(db)).dictionary
    if (known?.version === version) return known.labels.catch(() => load(db))
    const labels = load(db)
    known = { version, labels }
    return labels
  }
}

async function load(db: Db): Promise<Labels> {
  const rows = await dictionaries(db).list()
  const labels = new Map(rows.map(({ type, value, label, localName }) => [`${type}\n${value}`, `${label}/${localName}`]))
  return (key, value) => labels.get(`${key}\n${value}`) ?? null
}
