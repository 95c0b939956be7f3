import type { FormFacts } from '#kernel/facts.ts'
import { Num, parseNumber } from '#kernel/feel/numbers.ts'
import { emptyContext, type FeelContext, type FeelValue, isReservedKey } from '#kernel/feel/values.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { DisplayContext } from '../kind.ts'

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
