import type { FieldDefinition, FieldKind } from '../fields.ts'
import { attachment } from './attachment.ts'
import { calculated } from './calculated.ts'
import { cascader } from './choices/cascader.ts'
import { checkbox } from './choices/checkbox.ts'
import { currency } from './references/currency.ts'
import { date } from './dates/date.ts'
import { daterange } from './dates/daterange.ts'
import { datetime } from './dates/datetime.ts'
import { department } from './references/department.ts'
import { documentLink } from './references/document-link.ts'
import { integer } from './numbers/integer.ts'
import type { KindDefinition } from './kind.ts'
import { money } from './numbers/money.ts'
import { multiselect } from './choices/multiselect.ts'
import { number } from './numbers/number.ts'
import { people } from './references/people.ts'
import { percent } from './numbers/percent.ts'
import { person } from './references/person.ts'
import { plaintext } from './texts/plaintext.ts'
import { process } from './references/process.ts'
import { radio } from './choices/radio.ts'
import { rate } from './numbers/rate.ts'
import { richtext } from './texts/richtext.ts'
import { reference } from './references/record-reference.ts'
import { select } from './choices/select.ts'
import { toggle } from './choices/switch.ts'
import { tableKind } from './table.ts'
import { text } from './texts/text.ts'
import { textarea } from './texts/textarea.ts'
import { time } from './dates/time.ts'
import { title } from './texts/title.ts'

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
