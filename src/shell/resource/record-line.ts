import type { FieldKind } from '#kernel/fields.ts'
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

/** Kinds whose values say what they are of without a label. */
const selfEvident: ReadonlySet<FieldKind> = new Set(['person', 'people', 'department', 'reference', 'currency', 'cascader'])

/**
 * The title is the first column with the name, or the second column if its value says what it is without a label, or the key. The last
 * amount is at the right; the name in the other language is omitted.
 */
export function recordLineOf(resource: Pick<Resource, 'columns' | 'fields' | 'enable' | 'key' | 'designed'>, record: StoredRecord,
  locale: Locale): RecordLine {
  const shown = resource.columns.filter((name) => resource.fields[name] && name !== resource.enable && name !== inOtherLanguage[locale])
  const [first, second] = shown
  const isNamed = (name: string | undefined) => name !== undefined && name !== first && shown.includes(name) && isNaming(resource, name)
  const name = [names[locale], second, resource.key].find(isNamed)
  const isShown = name !== undefined && !isNothing(record[name])
  const title = [first, isShown ? name : undefined].filter((each) => each !== undefined)
  const amount = shown.findLast((name) => resource.fields[name]?.kind === 'money' && !title.includes(name))
  const details = shown.filter((name) => !title.includes(name) && name !== amount && !isNothing(record[name]))
  return { title, amount, details }
}

/** Returns whether a column belongs in the title: a name, or a record that is named; in a company's register the name alone does. */
function isNaming({ fields, key, designed }: Pick<Resource, 'fields' | 'key' | 'designed'>, name: string): boolean {
  if (designed) return name === key
  return name === key || /(name|title|symbol)(Cn|En)?$/i.test(name) || selfEvident.has(fields[name]!.kind)
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
