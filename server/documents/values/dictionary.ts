import type { Db } from '#server/database/tables.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import { changeVersions } from '#server/identity/organisation/change-versions.ts'

/** The label ("中文/English") of a dictionary's value; null when the dictionary has no such value that may be chosen. */
export type Labels = (key: string, value: string) => string | null

/** The dictionaries as forms see them, read anew only when they have changed. */
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
