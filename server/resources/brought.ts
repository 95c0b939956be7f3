import { Refused } from '#kernel/errors.ts'
import type { Resource } from '#kernel/resource.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { referencedText } from '#server/imports/reading/file-references.ts'
import type { ResourceRouteContext } from './routes/routes.ts'
import { identityOf, matching } from './match.ts'

/** The identity of the record of the same file that a row names. */
export function followed(resource: Resource, value: FormValue): string | undefined {
  const named = Object.values(value).map(referencedText).find((text) => text !== undefined)
  return named === undefined ? undefined : identityOf(resource, { [resource.key]: named })
}

/**
 * Puts the ids of records that were saved before a row in the place of the file's own texts.
 * @throws Refused where one could not be saved
 */
export async function recordOfRow(db: Db, { resource, all }: ResourceRouteContext, value: FormValue): Promise<FormValue> {
  const named = Object.entries(value).flatMap(([field, each]) => {
    const text = referencedText(each)
    return text === undefined ? [] : [[field, text] as const]
  })
  if (named.length === 0) return value
  const found = await all.list(db, [matching(resource, named.map(([, text]) => ({ [resource.key]: text })))], named.length)
  const ids = new Map(found.map((record) => [String(record[resource.key]), record.id]))
  const missing = named.filter(([, text]) => !ids.has(text))
  if (missing.length > 0)
    throw new Refused('error.invalidInput', {},
      missing.map(([field, text]) => ({ field, code: 'imports.cell.reference', parameters: { text } })))
  return { ...value, ...Object.fromEntries(named.map(([field, text]) => [field, ids.get(text)])) }
}
