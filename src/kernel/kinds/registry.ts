import type { FieldDefinition, FieldKind } from '../fields.ts'
import { attachment } from './attachment.ts'
import { calculated } from './calculated.ts'
import { cascader } from './choices/cascader.ts'
import { currency } from './references/currency.ts'
import { date } from './dates/date.ts'
import { daterange } from './dates/daterange.ts'
import { datetime } from './dates/datetime.ts'
import type { KindDefinition } from './kind.ts'
import { multiselect } from './choices/multiselect.ts'
import { radio, select } from './choices/select.ts'
import { checkbox, toggle } from './choices/switch.ts'
import { integer, money, number, percent, rate } from './numbers.ts'
import { documentLink, people } from './references/lists.ts'
import { department, person, process, reference } from './references/records.ts'
import { tableKind } from './table.ts'
import { plaintext, richtext, text, textarea, title } from './texts.ts'
import { time } from './dates/time.ts'

/** The meaning of a field's kind. */
export const kindOf = (field: Pick<FieldDefinition, 'kind'>): KindDefinition => meanings[field.kind]

const meanings: Readonly<Record<FieldKind, KindDefinition>> = {
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
