import { z } from 'zod'
import { isDate, isDateTime, isTime } from '#kernel/values/dates.ts'
import { FeelDateTime, FeelTime } from '#kernel/feel/temporal/date-time.ts'
import { FeelRange } from '#kernel/feel/values.ts'
import { type FieldDefinition, type FieldKind, fieldKinds, type HostKind } from '../fields.ts'
import { attachment } from './attachment.ts'
import { calculated } from './calculated.ts'
import { date, feelDateOf, momentKind } from './dates.ts'
import { hostTraits, moduleKinds } from './host-traits.ts'
import { type Fault, isNothing, type KindDefinition, type KindMeaning, nothingCell } from './kind.ts'
import { booleanKind, choiceKind, multiselect } from './choices.ts'
import { integer, money, number, percent, rate } from './numbers.ts'
import { tableKind } from './table.ts'
import { hasForbidden, plaintext, richtext, text, textarea, title } from './texts.ts'
import { idListKind, recordKind, referenceName, referenceWords } from './references.ts'
import { feelDate, feelDateTime, feelText, feelTime } from './from-feel.ts'

const deepest = 6
const longestCode = 64

/** A path of codes in the tree of areas, from the top. */
const cascader: KindMeaning = {
  attributes: ['min'],
  ask: 'field.select',
  shape: () => z.array(z.string().meta({ maxLength: longestCode })).meta({ maxItems: deepest }),
  faults: (value) => pathFaults(value as string[]),
  empty: (value) => isNothing(value) || (value as unknown[]).length === 0,
  toFeel: (value) => [...listOf(value)],
  fromFeel: (value) => (Array.isArray(value) ? value.map((part) => feelText(part)).filter((part) => part !== null) : null),
  sqlType: () => 'jsonb',
  searchText: (value, _, facts) => listOf(value).map((code) => referenceWords('cascader', code, facts)).join(' '),
  excelCell: (value, _, view) =>
    isNothing(value) ? nothingCell : { value: listOf(value).map((code) => referenceName('cascader', code, view)).join('/'), format: '@' },
}

function pathFaults(codes: readonly string[]): Fault[] {
  const wrong = codes.some((code) => code === '' || code.length > longestCode || hasForbidden(code, false))
  return wrong || codes.length > deepest ? [{ code: 'field.type' }] : []
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [])

/** On or off. Never missing: off counts as an answer. */
const toggle = booleanKind(null)

/** A checkbox; a required one has to be ticked. */
const checkbox = booleanKind('field.select')

/** One of a dictionary's values, of the field's options, or of the documents chosen in other fields. */
const select = choiceKind(['dict', 'excludes', 'options', 'optionsBy', 'optionsFrom', 'freeText', 'suggests', 'clears', 'voucherKinds'])

/** One of a few options, all of which are displayed. */
const radio = choiceKind(['dict', 'excludes', 'options', 'clears'])

const day = z.string().meta({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** First and last day, both inclusive; expressions read them as `start` and `end`. */
const daterange: KindMeaning = {
  attributes: ['earliest', 'latest'],
  ask: 'field.select',
  shape: () => z.tuple([day, day]),
  faults: (value) => rangeFaults(value as [string, string]),
  empty: isNothing,
  toFeel: (value) => rangeOf(value),
  fromFeel: (value) => (value instanceof FeelRange ? daysOf(value) : null),
  sqlType: () => 'jsonb',
  searchText: (value) => (isNothing(value) ? '' : (value as string[]).join(' ')),
  excelCell: (value) => (isNothing(value) ? nothingCell : { value: (value as string[]).join(' ~ '), format: '@' }),
}

function rangeFaults([from, to]: [string, string]): Fault[] {
  if (!isDate(from) || !isDate(to)) return [{ code: 'field.date' }]
  return from > to ? [{ code: 'field.dateOrder' }] : []
}

function rangeOf(value: unknown): FeelRange | null {
  const [from, to]: unknown[] = Array.isArray(value) ? value : []
  if (typeof from !== 'string' || typeof to !== 'string' || rangeFaults([from, to]).length > 0) return null
  return new FeelRange({ start: feelDateOf(from), end: feelDateOf(to), startIncluded: true, endIncluded: true })
}

function daysOf(range: FeelRange): [string, string] | null {
  const from = feelDate(range.start)
  const to = feelDate(range.end)
  return from !== null && to !== null && from <= to ? [from, to] : null
}

/** A time of day, HH:mm or HH:mm:ss. */
const time = momentKind({
  code: 'field.time',
  pattern: '^\\d{2}:\\d{2}(:\\d{2})?$',
  sqlType: 'time(0)',
  cellFormat: '@',
  real: isTime,
  toFeel: feelTimeOf,
  fromFeel: feelTime,
})

/** Converts a time text HH:mm[:ss] to FEEL; null if invalid. */
function feelTimeOf(text: string): FeelTime | null {
  return FeelTime.of({ hour: Number(text.slice(0, 2)), minute: Number(text.slice(3, 5)), second: Number(text.slice(6, 8) || 0) })
}

/** A date and time in Asia/Shanghai, yyyy-MM-dd HH:mm:ss; in expressions it has no zone, like literals. */
const datetime = momentKind({
  attributes: ['seconds', 'earliest', 'latest'],
  code: 'field.datetime',
  pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
  sqlType: 'timestamp(0)',
  cellFormat: 'yyyy-mm-dd hh:mm:ss',
  real: isDateTime,
  toFeel: feelDateTimeOf,
  fromFeel: feelDateTime,
})

function feelDateTimeOf(text: string): FeelDateTime | null {
  const day = feelDateOf(text)
  const clock = feelTimeOf(text.slice(11))
  return day && clock && new FeelDateTime(day, clock)
}

/** Several people. @default max 50 */
const people = idListKind({
  attributes: ['filter', 'min', 'max'],
  defaultMax: 50,
  tooMany: 'field.tooManyPeople',
  tooFew: 'field.tooFewPeople',
})

/** Links to filed documents. @default max 20 */
const documentLink = idListKind({
  attributes: ['links', 'linkStates', 'own', 'binds', 'claim', 'claims', 'proposes', 'min', 'max', 'filter'],
  defaultMax: 20,
  tooMany: 'field.tooMany',
  tooFew: 'field.tooFew',
})

const choice = choiceKind(['filter'])

/** A currency by its code (CNY), also in expressions. */
const currency: KindMeaning = {
  ...choice,
  sqlType: () => 'varchar(3)',
  faults: (value, field) => (/^[A-Z]{3}$/.test(value as string) ? choice.faults(value, field) : [{ code: 'field.currency' }]),
  searchText: (value, _, facts) => (value ? `${String(value)} ${referenceWords('currency', String(value), facts)}` : ''),
  excelCell: (value, field, view) => {
    const cell = choice.excelCell(value, field, view)
    return typeof cell.value === 'string' ? { ...cell, value: referenceName('currency', cell.value, view) } : cell
  },
}

/** A record of a module; `to` is the name under which a resource offers it. */
const reference = recordKind(['filter', 'to', 'decisive', 'fillsIn', 'shows', 'clears'])

/** A department of the organisation. */
const department = recordKind(['filter'])

/** A person of the organisation. */
const person = recordKind(['filter'])

/** A form, by its key. */
const process = recordKind(['filter'])

/**
 * The definition of a field's kind.
 * @throws Error for a module's kind that is not installed
 */
export function kindOf({ kind }: Pick<FieldDefinition, 'kind'>): KindDefinition {
  const meaning = hostKinds[kind as HostKind] ?? moduleKinds.get(kind)
  if (!meaning) throw new Error(`No module of this product brings the field kind "${kind}"`)
  return meaning
}

/** Names of all kinds: those of the framework, then those of modules. */
export const kindNames = (): readonly FieldKind[] => [...fieldKinds, ...moduleKinds.keys()] as FieldKind[]

/** Returns whether a name is that of a field kind. */
export const isKind = (name: string): name is FieldKind => Object.hasOwn(meanings, name) || moduleKinds.has(name)

/** Returns whether a field is free text in a single line. */
export function isOneLine(field: Pick<FieldDefinition, 'kind'>): boolean {
  const { isWritten, room } = kindOf(field)
  return isWritten === true && room !== 'long'
}

const meanings: Readonly<Record<HostKind, KindMeaning>> = {
  attachment,
  calculated,
  cascader,
  checkbox,
  currency,
  date,
  daterange,
  datetime,
  department,
  documentLink,
  integer,
  money,
  multiselect,
  number,
  people,
  percent,
  person,
  plaintext,
  process,
  radio,
  rate,
  reference,
  richtext,
  select,
  switch: toggle,
  table: tableKind((column) => kindOf(column)),
  text,
  textarea,
  time,
  title,
}

const hostKinds = Object.fromEntries(
  fieldKinds.map((kind) => [kind, { ...hostTraits[kind], ...meanings[kind] }]),
) as unknown as Readonly<Record<HostKind, KindDefinition>>
