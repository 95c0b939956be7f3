import { saveInvoiceTitles } from '#plugins/vouchers/server/public-api.ts'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'

/** Invented billing details of the demo company’s domestic enterprises. */
const known = [
  { company: 'SZ', title: '苏州宏岳电子有限公司', taxNo: '91320594MA1X8Q7T2K', address: '苏州工业园区示范路 1 号', phone: '0512-60001000',
    bankName: '招商银行苏州工业园区支行', bankAccount: '512900000010001' },
  { company: 'DG', title: '东莞宏岳精密有限公司', taxNo: '91441900MA4W7H3P6R', address: '东莞市松山湖示范大道 8 号', phone: '0769-20001000',
    bankName: '中国工商银行东莞松山湖支行', bankAccount: '201000000020002' },
]

/** Saves the billing details that invoices are checked against. */
export const saveKnownInvoiceTitles = (db: Db, writer: Writer): Promise<void> => saveInvoiceTitles(db, known, writer)

/** Buyer on invoices for an enterprise; the foreign one has no billing details. */
export function buyerNamed(company: string): { readonly name: string; readonly taxNo?: string } {
  const found = known.find((each) => each.company === company)
  return found ? { name: found.title, taxNo: found.taxNo } : { name: '宏岳越南有限公司' }
}
