import type { FieldDefinition, FieldKind } from '../fields.ts'
import { attachment } from './attachment.ts'
import { bankAccount } from './bank-account.ts'
import { book } from './book.ts'
import { bookLocation } from './book-location.ts'
import { calculated } from './calculated.ts'
import { cascader } from './cascader.ts'
import { checkbox } from './checkbox.ts'
import { contract } from './contract.ts'
import { costCenter } from './cost-center.ts'
import { currency } from './currency.ts'
import { customer } from './customer.ts'
import { date } from './date.ts'
import { daterange } from './daterange.ts'
import { datetime } from './datetime.ts'
import { department } from './department.ts'
import { documentLink } from './document-link.ts'
import { expenseCategory } from './expense-category.ts'
import { integer } from './integer.ts'
import type { KindDefinition } from './kind.ts'
import { material } from './material.ts'
import { money } from './money.ts'
import { multiselect } from './multiselect.ts'
import { number } from './number.ts'
import { people } from './people.ts'
import { percent } from './percent.ts'
import { person } from './person.ts'
import { plaintext } from './plaintext.ts'
import { process } from './process.ts'
import { project } from './project.ts'
import { radio } from './radio.ts'
import { rate } from './rate.ts'
import { richtext } from './richtext.ts'
import { salesGroup } from './sales-group.ts'
import { select } from './select.ts'
import { supplier } from './supplier.ts'
import { toggle } from './switch.ts'
import { tableKind } from './table.ts'
import { text } from './text.ts'
import { textarea } from './textarea.ts'
import { time } from './time.ts'
import { title } from './title.ts'

/** The meaning of a field's kind. */
export const kindOf = (field: Pick<FieldDefinition, 'kind'>): KindDefinition => meanings[field.kind]

const meanings: Readonly<Record<FieldKind, KindDefinition>> = {
  attachment, bankAccount, book, bookLocation, calculated, cascader, checkbox, contract, costCenter, currency, customer, date, daterange, datetime,
  department, documentLink, expenseCategory, integer, material, money, multiselect, number, people, percent, person, plaintext,
  process, project, radio, rate, richtext, salesGroup, select, supplier, switch: toggle, table: tableKind((column) => kindOf(column)), text, textarea,
  time, title,
}
