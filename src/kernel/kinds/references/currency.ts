import { choiceKind } from '../families/choice-family.ts'
import type { KindMeaning } from '../kind.ts'
import { referenceName, referenceWords } from './reference.ts'

const choice = choiceKind(['filter'])

/** A currency by its code (CNY), also in expressions. */
export const currency: KindMeaning = {
  ...choice,
  sqlType: () => 'varchar(3)',
  faults: (value, field) => (/^[A-Z]{3}$/.test(value as string) ? choice.faults(value, field) : [{ code: 'field.currency' }]),
  searchText: (value, _, facts) => (value ? `${String(value)} ${referenceWords('currency', String(value), facts)}` : ''),
  excelCell: (value, field, view) => {
    const cell = choice.excelCell(value, field, view)
    return typeof cell.value === 'string' ? { ...cell, value: referenceName('currency', cell.value, view) } : cell
  },
}
