import type { FieldDefinition, HostKind } from '../fields.ts'
import { formatNumber } from '../values/money.ts'
import type { DisplayContext, FilterKind, Holds, KindDefinition, KindTraits } from './kind.ts'

const written = { holds: 'text', isProse: true, isWritten: true, isMaskable: true, namesRow: 'words', subject: 'text' } satisfies KindTraits
const decimal = { holds: 'decimal', isTyped: true, isFigure: true, isComparable: true } satisfies KindTraits
const moment = { isTyped: true, hasAttributes: true } satisfies Omit<KindTraits, 'holds'>
const choice = { holds: 'choice', isComparable: true } satisfies KindTraits
const boolean = { holds: 'boolean', needsLabel: true, width: 72, print: { width: 36 } } satisfies KindTraits
const record = { holds: 'id', hasAttributes: true } satisfies KindTraits
const records = { holds: 'ids', room: 'roomy', hasAttributes: true, isNeverAbsent: true, isQuietWhenEmpty: true,
  isUnsorted: true } satisfies KindTraits
/** A number with its unit, in groups of thousands unless it is an identifier. */
function numberText(value: unknown, { isName, unit }: FieldDefinition, { locale }: DisplayContext): string {
  const text = isName ? String(value) : formatNumber(value as string | number)
  return unit ? `${text} ${unit[locale]}` : text
}

const shown = { holds: 'nothing', isProse: true, isNeverConfidential: true } satisfies KindTraits

/** Traits of the framework's kinds. */
export const hostTraits: Readonly<Record<HostKind, KindTraits>> = {
  // a short text is a number or code and is not wrapped in print
  text: { ...written, room: 'roomy', isShort: true, isComparable: true, width: ({ max = 200 }) => (max <= 100 ? 120 : 150),
    print: { width: ({ max = 200 }) => Math.min(110, Math.max(40 + max / 2, Math.min(max, 12) * 5.5)) } },
  textarea: { ...written, room: 'long', width: 180, print: { width: 130, ownLine: 'always' } },
  richtext: { holds: 'text', isProse: true, isHtml: true, isControlGroup: true, room: 'long', width: 240, isHigh: true, column: null,
    isUnsorted: true, isNeverConfidential: true, isImportable: false, print: { width: 150, ownLine: 'always' } },

  number: { ...decimal, isShort: true, needsLabel: true, width: 90, example: '1', print: { width: 50, text: numberText } },
  integer: { holds: 'integer', isFigure: true, isShort: true, isComparable: true, needsLabel: true, width: 80, example: '1', sample: 1,
    print: { width: 46, text: numberText } },
  money: { ...decimal, isShort: true, isDecisive: true, width: 104, example: '1000.00', sample: '1.00' },
  percent: { ...decimal, isShare: true, needsLabel: true, width: 84, example: '6',
    print: { width: 40, text: (value) => `${formatNumber(value as string)}%` } },
  rate: { holds: 'integer', isControlGroup: true, width: 140, example: '1' },
  calculated: { holds: 'result', hasAttributes: true, isImportable: false, print: { width: 50 } },

  date: { ...moment, holds: 'date', isShort: true, isComparable: true, isMomentary: true, subject: 'day', width: 116, example: '2026-01-31',
    sample: '2026-01-31', print: { width: 56, identifies: true, text: (value, { months }) => String(value).slice(0, months ? 7 : 10) } },
  datetime: { ...moment, holds: 'datetime', isShort: true, isComparable: true, isMomentary: true, subject: 'day', width: 150,
    example: '2026-01-31 09:00', sample: '2026-01-31 09:00:00',
    print: { width: 80, text: (value, { seconds }) => String(value).slice(0, seconds ? 19 : 16) } },
  time: { ...moment, holds: 'time', width: 84, example: '09:00', print: { width: 40, text: String } },
  daterange: { holds: 'days', hasAttributes: true, isNeverAbsent: true, isMomentary: true, isImportable: false, subject: 'days', width: 210,
    print: { width: 100, identifies: true } },

  select: { ...choice, room: 'roomy', isShort: true, namesRow: 'choice' },
  radio: { ...choice, isControlGroup: true, needsLabel: true },
  multiselect: { holds: 'choices', room: 'roomy', isNeverAbsent: true, isUnsorted: true },
  cascader: { holds: 'choices', room: 'roomy', isNeverAbsent: true, isImportable: false, subject: 'place', namesRow: 'choice', width: 104 },
  checkbox: { ...boolean, isNeverAbsent: true, isQuietWhenEmpty: true },
  switch: { ...boolean, isControlGroup: true, isComparable: true },

  person: { ...record, room: 'roomy', isShort: true, isComparable: true, namesRow: 'person', print: { identifies: true } },
  department: { ...record, room: 'roomy', isShort: true, isComparable: true, isDecisive: true, print: { width: 70 } },
  reference: { ...record, room: 'roomy', isComparable: true, namesRow: 'choice', print: { width: 66 } },
  process: record,
  currency: { ...choice, holds: 'code', isDecisive: true },
  people: { ...records, width: 170, print: { width: 90, identifies: true } },
  documentLink: { ...records, isNeverConfidential: true, isImportable: false, width: 170,
    print: { width: 110, ownLine: 'inTemplates', text: linkTexts } },
  attachment: { ...records, isProse: true, isControlGroup: true, isHigh: true, isMomentary: true, isNeverConfidential: true,
    isDecisive: true, isImportable: false, column: null, filter: null, width: 180, print: { width: 120, ownLine: 'always' } },

  table: { holds: 'rows', hasAttributes: true, isNeverAbsent: true, isQuietWhenEmpty: true, isUnsorted: true, isImportable: false },
  title: { ...shown, room: 'roomy' },
  plaintext: shown,
}

/**
 * The traits of a field's kind, without the functions on values. Does not load the kinds' definitions, so lists can use it.
 * @throws Error for a module's kind that is not installed
 */
export function traitsOf({ kind }: Pick<FieldDefinition, 'kind'>): KindTraits {
  const traits = hostTraits[kind as HostKind] ?? moduleKinds.get(kind)
  if (!traits) throw new Error(`No module of this product brings the field kind "${kind}"`)
  return traits
}

/** The type of filter that lists offer for a field; null for none. */
export function filterOf(field: Pick<FieldDefinition, 'kind' | 'result'>): FilterKind | null {
  const { filter, holds } = traitsOf(field)
  return filter === undefined ? heldFilters[holds === 'result' ? (field.result ?? 'number') : holds] : filter
}

/** The kinds of modules. Filled when a product is composed: in a server before it starts, in a browser before declarations are used. */
export const moduleKinds = new Map<string, KindDefinition>()

/** Registers kinds of modules in this process. Earlier registrations are kept. */
export function installKinds(kinds: readonly { readonly key: string; readonly meaning: KindDefinition }[]): void {
  for (const { key, meaning } of kinds) moduleKinds.set(key, meaning)
}

const heldFilters: Readonly<Record<Exclude<Holds, 'result'> | NonNullable<FieldDefinition['result']>, FilterKind | null>> = {
  text: 'contains',
  choice: 'oneOf',
  code: 'oneOf',
  id: 'oneOf',
  choices: 'oneOf',
  ids: 'oneOf',
  boolean: 'equals',
  money: 'range',
  number: 'range',
  decimal: 'range',
  integer: 'range',
  date: 'range',
  datetime: 'range',
  time: 'range',
  days: 'range',
  rows: null,
  nothing: null,
}

/** One line per linked document: number and title, or the number only if the reader may not read it. */
function linkTexts(value: unknown, _: unknown, { facts, locale }: DisplayContext): string {
  return (value as readonly string[]).map((id) => {
    const { businessNo, [locale === 'en' ? 'titleEn' : 'title']: title } = facts.reference('documentLink', id) ?? {}
    const number = String(businessNo ?? id)
    return typeof title === 'string' && title !== number ? `${number} ${title}` : number
  }).join('\n')
}
