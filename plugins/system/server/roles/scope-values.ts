import { everyValue, type RoleScope } from '#kernel/plugin.ts'
import { nameOf, splitName } from '#kernel/wording/names.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import type { Host, ReferenceRecord } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { everything } from './responsibility-columns.ts'

interface ScopeNameContext {
  readonly db: Db
  readonly host: Pick<Host, 'references' | 'departments'>
  readonly caller: Caller
}

/** Values of a scope by their spellings in lower case: code, value, or name in either language. */
export async function valuesByName({ db, host, caller }: ScopeNameContext, { dict, to }: RoleScope,
  names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const all = [everyValue, everything.cn, everything.en].map((word) => [word, everyValue] as const)
  const known = dict === undefined ? await recordNames({ db, host, caller }, to, names) : await itemNames(db, dict)
  return new Map([...known, ...all].map(([word, value]) => [word.trim().toLowerCase(), value]))
}

async function itemNames(db: Db, dict: string): Promise<(readonly [string, string])[]> {
  const items = (await dictionaries(db).list(dict)).filter(({ disabled }) => !disabled)
  return items.flatMap(({ value, label, localName }) => [value, label, localName].map((word) => [word, value] as const))
}

async function recordNames({ db, host: { references, departments }, caller }: ScopeNameContext, to: string,
  names: readonly string[]): Promise<(readonly [string, string])[]> {
  const found = names.length === 0 ? [] : ((await references.source(to)?.named?.(db, names, { caller, departments })) ?? [])
  return found.flatMap((record) => wordsOf(record).map((word) => [word, record.id] as const))
}

function wordsOf({ code, name }: ReferenceRecord): string[] {
  const { cn, en } = splitName(name)
  return [code, cn, en].filter((word): word is string => typeof word === 'string' && word !== '')
}

/** Lookup of the texts of scope values for workbooks: labels of dictionary items, codes of records. */
export async function wordsOfValues({ db, host, caller }: ScopeNameContext, { dict, to }: RoleScope,
  values: readonly string[]): Promise<(value: string, locale: Locale) => string> {
  const labels = new Map(
    dict === undefined
      ? []
      : (await dictionaries(db).list(dict)).map(({ value, label, localName }) => [value, `${label}/${localName}`] as const),
  )
  const found = dict === undefined && values.length > 0
    ? ((await host.references.source(to)?.find(db, values, { caller, departments: host.departments })) ?? [])
    : []
  const codes = new Map(found.map((record) => [record.id, wordsOf(record)[0] ?? record.id] as const))
  return (value, locale) => (value === everyValue
    ? everything[locale]
    : dict === undefined
    ? (codes.get(value) ?? value)
    : nameOf(labels.get(value) ?? value, locale))
}
