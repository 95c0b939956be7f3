import type { Fields } from '#kernel/fields.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { type RecordKind, recordKindOf } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host, ReferenceRecord } from '#server/host.ts'

/** The records and dictionaries that exported values refer to, for formatting cells. */
export interface NamedFacts extends Pick<FormFacts, 'reference' | 'dict'> {
  reference(kind: RecordKind, id: string): ReferenceRecord | undefined
}

/** Reads all records that these values name: one query per kind. */
export async function namedFacts(host: Pick<Host, 'references' | 'dictionary'>, db: Db, fields: Fields,
  values: readonly FormValue[]): Promise<NamedFacts> {
  const known = new Map<string, ReferenceRecord>()
  for (const [kind, ids] of idsByKind(fields, values)) {
    const records = (await host.references.source(kind)?.find(db, [...ids])) ?? []
    for (const record of records) known.set(`${kind} ${record.id}`, record)
  }
  const dict = await host.dictionary(db)
  return { dict, reference: (kind, id) => known.get(`${kind} ${id}`) }
}

function idsByKind(fields: Fields, values: readonly FormValue[]): ReadonlyMap<RecordKind, ReadonlySet<string>> {
  const collected = new Map<RecordKind, Set<string>>()
  for (const [name, field] of Object.entries(fields)) {
    const kind = recordKindOf(field)
    const ids = kind ? values.flatMap((value) => idsOf(value[name])) : []
    if (kind && ids.length > 0) collected.set(kind, new Set([...(collected.get(kind) ?? []), ...ids]))
  }
  return collected
}

/** The ids of a reference's value, which is one id or a list. */
export const idsOf = (value: unknown): readonly string[] => [value].flat().filter((id): id is string => typeof id === 'string' && id !== '')
