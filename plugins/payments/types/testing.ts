import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { categoryId, costCenterId } from '#plugins/demo/server/records.ts'

/** The id of the first enabled record of a master. */
export async function firstOf(db: Db, table: 'supplier' | 'customer' | 'material'): Promise<string> {
  const { id } = await db.selectFrom(table).select('id').where('enable', '=', true).orderBy('code').limit(1).executeTakeFirstOrThrow()
  return id
}

/** A line to a company's account. */
export const companyAccount = (change: FormValue = {}): FormValue => ({
  proceedsName: '苏州鼎盛五金有限公司',
  proceedsAccount: '32050177543600000123',
  proceedsAccountType: '1',
  bankName: '中国建设银行',
  bankBranchNo: '105305060018',
  ...change,
})

/** A row that bears cost, of the quality department, without an invoice. */
export const costRow = (amount: string, change: FormValue = {}): FormValue => ({
  expenseDetail: '检测费',
  expenseCategory: categoryId('OFFICE'),
  bearingDept: 'sz-quality',
  costCenter: costCenterId('sz-quality'),
  subtotal: amount,
  thisPayAmount: amount,
  invoiceType: '4',
  noInvoiceReason: '对方无法开票',
  ...change,
})

/** A payment of the quality engineer that bears cost. */
export const otherPayment = (rows: readonly FormValue[], change: FormValue = {}): FormValue => ({
  applicantDept: 'sz-quality',
  bearingDept: 'sz-quality',
  costCenter: costCenterId('sz-quality'),
  disburseKind: '9',
  payCompany: 'SZ',
  planPayDate: '2026-11-25',
  payMethod: '1',
  paymentReason: '第三方检测',
  currencyType: 'CNY',
  items: rows,
  proceedsType: '1',
  payeeLines: [companyAccount()],
  ...change,
})

/** An advance of the quality engineer for petty cash. */
export const advance = (amount: string, change: FormValue = {}): FormValue => ({
  applicantDept: 'sz-quality',
  disburseKind: '2',
  advanceFor: '2',
  payCompany: 'SZ',
  prepaymentWriteOffDate: '2026-12-20',
  planPayDate: '2026-11-25',
  payMethod: '1',
  paymentReason: '展会备用金',
  currencyType: 'CNY',
  items: [{ expenseDetail: '备用金', subtotal: amount, thisPayAmount: amount }],
  proceedsType: '3',
  payeeLines: [{ proceedsName: '曹颖', proceedsAccount: '6222001234567890122', proceedsAccountType: '2', bankName: '招商银行' }],
  ...change,
})
