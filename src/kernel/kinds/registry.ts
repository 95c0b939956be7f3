import { type FieldDefinition, type FieldKind, fieldKinds, type HostKind } from '../fields.ts'
import { attachment } from './attachment.ts'
import { calculated } from './calculated.ts'
import { cascader } from './choices/cascader.ts'
import { currency } from './references/currency.ts'
import { date } from './dates/date.ts'
import { daterange } from './dates/daterange.ts'
import { datetime, time } from './dates/datetime.ts'
import { hostTraits, moduleKinds } from './host-traits.ts'
import type { KindDefinition, KindMeaning } from './kind.ts'
import { multiselect } from './choices/multiselect.ts'
import { radio, select } from './choices/select.ts'
import { checkbox, toggle } from './choices/switch.ts'
import { integer, money, number, percent, rate } from './numbers.ts'
import { documentLink, people } from './references/lists.ts'
import { department, person, process, reference } from './references/records.ts'
import { tableKind } from './table.ts'
import { plaintext, richtext, text, textarea, title } from './texts.ts'

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
