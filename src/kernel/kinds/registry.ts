import type { FieldDefinition, FieldKind } from '../fields.ts'
import { attachment } from './attachment.ts'
import { calculated } from './calculated.ts'
import { cascader } from './cascader.ts'
import { checkbox } from './checkbox.ts'
import { currency } from './references/currency.ts'
import { date } from './date.ts'
import { daterange } from './daterange.ts'
import { datetime } from './datetime.ts'
import { department } from './references/department.ts'
import { documentLink } from './references/document-link.ts'
import { integer } from './integer.ts'
import type { KindDefinition } from './kind.ts'
import { money } from './money.ts'
import { multiselect } from './multiselect.ts'
import { number } from './number.ts'
import { people } from './references/people.ts'
import { percent } from './percent.ts'
import { person } from './references/person.ts'
import { plaintext } from './plaintext.ts'
import { process } from './references/process.ts'
import { radio } from './radio.ts'
import { rate } from './rate.ts'
import { richtext } from './richtext.ts'
import { reference } from './references/record-reference.ts'
import { select } from './select.ts'
import { toggle } from './switch.ts'
import { tableKind } from './table.ts'
import { text } from './text.ts'
import { textarea } from './textarea.ts'
import { time } from './time.ts'
import { title } from './title.ts'

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
