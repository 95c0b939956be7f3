import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import '#plugins/masters/server/public-api.ts'

/** Ids of records of the company, in the order of their codes. */
export interface Records {
  readonly suppliers: readonly string[]
  readonly customers: readonly string[]
  readonly materials: readonly string[]
}

/** Reads the ids of enabled records, at most twenty of each kind. */
export const recordsOf = async (db: Db): Promise<Records> => ({ suppliers: await idsOf(db, 'supplier'),
  customers: await idsOf(db, 'customer'), materials: await idsOf(db, 'material') })

async function idsOf(db: Db, table: 'supplier' | 'customer' | 'material'): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').where('enable', '=', true).orderBy('code').limit(20).execute()
  return rows.map(({ id }) => id)
}

/** Payee fields for a company account; the index makes the account number unique. */
export const toCompany = (name: string, index: number): FormValue => ({
  proceedsType: '1',
  payeeLines: [{ proceedsName: name, proceedsAccount: `3205017754360000${1000 + index}`, proceedsAccountType: '1', bankName: '中国建设银行',
    bankBranchNo: '105305060018' }],
})

/** Payee fields for an employee's card. */
export const toCard = (name: string): FormValue => ({
  proceedsType: '3',
  payeeLines: [{ proceedsName: name, proceedsAccount: '6222001234567890122', proceedsAccountType: '2', bankName: '招商银行' }],
})

/** Id of the cost centre of a department that owns a budget. */
export const costCenterId = (unit: string): string => `cc-${unit}`

/** The id of a category by its code, on both levels. */
export const categoryId = (code: string): string => `c-${code.toLowerCase()}`

/** The id of a project by its code. */
export const projectId = (code: string): string => `pr-${code.toLowerCase()}`

/** Currencies without a smaller unit. */
export const wholeUnits: readonly string[] = ['JPY', 'KRW', 'VND']

/** Invented billing details of the demo company’s domestic enterprises. */
export const billingDetails = [
  { company: 'SZ', title: '苏州宏岳电子有限公司', taxNo: '91320594MA1X8Q7T2K', address: '苏州工业园区示范路 1 号', phone: '0512-60001000',
    bankName: '招商银行苏州工业园区支行', bankAccount: '512900000010001' },
  { company: 'DG', title: '东莞宏岳精密有限公司', taxNo: '91441900MA4W7H3P6R', address: '东莞市松山湖示范大道 8 号', phone: '0769-20001000',
    bankName: '中国工商银行东莞松山湖支行', bankAccount: '201000000020002' },
]

/** Buyer on invoices for an enterprise; the foreign one has no billing details. */
export function buyerNamed(company: string): { readonly name: string; readonly taxNo?: string } {
  const found = billingDetails.find((each) => each.company === company)
  return found ? { name: found.title, taxNo: found.taxNo } : { name: '宏岳越南有限公司' }
}

/** A card number from a test range that passes the Luhn check. */
export function cardNumber(next: () => number): string {
  const body = digits(next, 18, '622200')
  const sum = [...body].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** A company account number. */
export const accountNumber = (next: () => number) => digits(next, 20, '3205')

/** Random digits that begin with `start`, `length` in all. */
export const digits = (next: () => number, length: number, start: string) =>
  start + Array.from({ length: length - start.length }, () => Math.floor(next() * 10)).join('')

/** The last months up to that of a date, oldest first, yyyy-MM. */
export function monthsBack(day: string, count: number): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, index) => {
    const total = year * 12 + (month - 1) - (count - 1 - index)
    return `${Math.floor(total / 12)}-${String((total % 12) + 1).padStart(2, '0')}`
  })
}

/** Date of a month (yyyy-MM) by day number, capped at its last day. */
export function dayOfMonth(month: string, day: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return `${month}-${String(Math.min(day, last)).padStart(2, '0')}`
}
