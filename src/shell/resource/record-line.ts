import type { Locale } from '#kernel/wording/label.ts'
import type { Resource } from '#kernel/resource.ts'
import type { StoredRecord } from './record.ts'

/** Names of a record's columns on a small screen, by position. */
export interface RecordLine {
  readonly title: readonly string[]
  readonly amount: string | undefined
  /** Without empty ones. */
  readonly details: readonly string[]
}

const names: Readonly<Record<Locale, string>> = { cn: 'nameCn', en: 'nameEn' }
const inOtherLanguage: Readonly<Record<Locale, string>> = { cn: 'nameEn', en: 'nameCn' }

/**
 * The title is the first column and the name (or the second column, if it has a value and is no amount); the last amount is at the right;
 * the name in the other language is omitted.
 */
export function recordLineOf(resource: Pick<Resource, 'columns' | 'fields' | 'enable'>, record: StoredRecord, locale: Locale): RecordLine {
  const shown = resource.columns.filter((name) => resource.fields[name] && name !== resource.enable && name !== inOtherLanguage[locale])
  const [first, second] = shown
  const name = shown.includes(names[locale]) && first !== names[locale] ? names[locale] : second
  const isShown = name !== undefined && resource.fields[name]?.kind !== 'money' && !isNothing(record[name])
  const title = [first, isShown ? name : undefined].filter((each) => each !== undefined)
  const amount = shown.findLast((name) => resource.fields[name]?.kind === 'money' && !title.includes(name))
  const details = shown.filter((name) => !title.includes(name) && name !== amount && !isNothing(record[name]))
  return { title, amount, details }
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
