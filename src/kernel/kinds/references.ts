import { z } from 'zod'
import type { FormFacts } from '#kernel/facts.ts'
import { Num, parseNumber } from '#kernel/feel/numbers.ts'
import { emptyContext, type FeelContext, type FeelValue, isReservedKey } from '#kernel/feel/values.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { splitName } from '#kernel/wording/names.ts'
import { type RecordKind, sourceOf } from '#kernel/record-kinds.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { type DisplayContext, type Fault, isNothing, type KindMeaning, nothingCell } from './kind.ts'
import { hasForbidden } from './texts.ts'
import { feelId, feelIds } from './from-feel.ts'

type References = Pick<FormFacts, 'reference'>

const contexts = new WeakMap<object, Map<string, FeelContext>>()

/** The context of a record in expressions: attributes, id, and its name by language (`nameCn`, `nameEn`); only the id if it is unknown. */
export function referenceContext(kind: RecordKind, id: string, facts: References): FeelContext {
  const record = facts.reference(kind, id)
  if (!record) return recordContext({ id })
  let byId = contexts.get(record)
  if (!byId) contexts.set(record, byId = new Map())
  let context = byId.get(id)
  if (!context) byId.set(id, context = recordContext({ ...record, id }))
  return context
}

/** The context of a loaded record. Attributes that it lists under `decimals` become numbers. */
export function recordContext(record: Readonly<Record<string, unknown>>): FeelContext {
  const decimals = Array.isArray(record['decimals']) ? (record['decimals'] as readonly unknown[]) : []
  const context = contextOf({ ...halves(record['name']), ...record })
  for (const name of decimals) {
    const text = typeof name === 'string' ? context[name] : undefined
    if (typeof text === 'string') context[name as string] = parseNumber(text)
  }
  return context
}

/** The display name of a record in a language: its name, else its number or code, else its id. */
export function referenceName(kind: RecordKind, id: string, { locale, facts }: DisplayContext): string {
  return namesOf(kind, id, facts)[locale]
}

/** The search text of a record: its names in both languages. */
export function referenceWords(kind: RecordKind, id: string, facts: References): string {
  const { cn, en } = namesOf(kind, id, facts)
  return cn === en ? cn : `${cn} ${en}`
}

function namesOf(kind: RecordKind, id: string, facts: References): Record<Locale, string> {
  const record = facts.reference(kind, id)
  const name = [record?.['name'], record?.['businessNo'], record?.['fileName'], record?.['code']].find((part) => typeof part === 'string')
  return splitName(typeof name === 'string' && name !== '' ? name : id)
}

/** Splits a bilingual name into `nameCn` and `nameEn`, for expressions that compose texts. */
function halves(name: unknown): Record<string, string> {
  if (typeof name !== 'string') return {}
  const { cn, en } = splitName(name)
  return { nameCn: cn, nameEn: en }
}

function contextOf(record: Readonly<Record<string, unknown>>): FeelContext {
  const context = emptyContext()
  for (const [key, value] of Object.entries(record)) if (!isReservedKey(key)) context[key] = plainToFeel(value)
  return context
}

/** Converts an attribute of a record. Text is not parsed as a number. */
function plainToFeel(value: unknown): FeelValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? new Num(value) : null
  if (Array.isArray(value)) return value.map(plainToFeel)
  return typeof value === 'object' && value !== null ? contextOf(value as Record<string, unknown>) : null
}

/** Maximum length of an id. */
const longestId = 64

/** Kinds whose value is the id of one record. */
export function recordKind(attributes: KindMeaning['attributes']): KindMeaning {
  return {
    attributes,
    ask: 'field.select',
    shape: () => idShape,
    faults: (value) => idFaults(value as string),
    empty: isNothing,
    toFeel: (value, field, facts) => (typeof value === 'string' ? referenceContext(sourceOf(field), value, facts) : null),
    fromFeel: (value) => feelId(value),
    sqlType: () => `varchar(${longestId})`,
    searchText: (value, field, facts) => (isNothing(value) ? '' : referenceWords(sourceOf(field), value as string, facts)),
    excelCell: (value, field,
      view) => (isNothing(value) ? nothingCell : { value: referenceName(sourceOf(field), value as string, view), format: '@' }),
  }
}

export const idShape = z.string().meta({ minLength: 1, maxLength: longestId })

/** Checks an id: not blank, at most 64 characters, no forbidden character. */
export function idFaults(id: string): Fault[] {
  return id.trim() === '' || id.length > longestId || hasForbidden(id, false) ? [{ code: 'field.id' }] : []
}

interface ListFamily {
  readonly attributes: KindMeaning['attributes']
  readonly ask?: KindMeaning['ask']
  readonly defaultMax: number
  readonly tooMany: string
  readonly tooFew: string
  readonly factFaults?: (ids: readonly string[], field: FieldDefinition, facts: Pick<FormFacts, 'reference'>) => readonly Fault[]
}

/** Kinds whose value is a list of distinct record ids. */
export function idListKind(family: ListFamily): KindMeaning {
  return {
    attributes: family.attributes,
    ask: family.ask ?? 'field.select',
    shape: (field) => z.array(idShape).meta({ maxItems: field.max ?? family.defaultMax, uniqueItems: true }),
    faults: (value, field) => [...itemFaults(value as string[]), ...countFaults((value as string[]).length, field, family)],
    factFaults: family.factFaults && ((value, field, facts) => family.factFaults?.(value as string[], field, facts) ?? []),
    empty: (value) => isNothing(value) || (value as unknown[]).length === 0,
    toFeel: (value, field, facts) => listOf(value).map((id) => referenceContext(sourceOf(field), id, facts)),
    fromFeel: (value) => feelIds(value),
    sqlType: () => 'jsonb',
    searchText: (value, field, facts) => listOf(value).map((id) => referenceWords(sourceOf(field), id, facts)).join(' '),
    excelCell: (value, field, view) =>
      isNothing(value)
        ? nothingCell
        : { value: listOf(value).map((id) => referenceName(sourceOf(field), id, view)).join('; '), format: '@' },
  }
}

/** Checks the number of entries: too many is never accepted, too few only in a draft. */
export function countFaults(
  count: number,
  field: FieldDefinition,
  family: Pick<ListFamily, 'defaultMax' | 'tooMany' | 'tooFew'>,
): Fault[] {
  const max = field.max ?? family.defaultMax
  if (count > max) return [{ code: family.tooMany, parameters: { n: max } }]
  if (field.min !== undefined && count > 0 && count < field.min) {
    return [{ code: family.tooFew, parameters: { n: field.min }, limit: true }]
  }
  return []
}

/** Checks each entry, and that none is repeated. */
function itemFaults(ids: readonly string[]): Fault[] {
  const faults = ids.flatMap((id, index) => idFaults(id).map((fault) => ({ ...fault, path: [index] })))
  return new Set(ids).size < ids.length ? [...faults, { code: 'field.repeated' }] : faults
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [])
