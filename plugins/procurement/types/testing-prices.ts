import type { FormValue } from '#kernel/values/value.ts'
import type { FilingProduct } from '#plugins/forms/server/contract-filing.ts'

/** The first material of the Suzhou plant, a supplier that is in use, and that plant. */
export async function priced(
  { product: { database: { db } } }: FilingProduct,
): Promise<{ material: string; supplier: string; factory: string }> {
  const first = (table: 'material' | 'supplier') => db.selectFrom(table).select('id').where('enable', '=', true).orderBy('code').limit(1)
  const { id: factory } = await db.selectFrom('factory').select('id').where('code', '=', '1000').executeTakeFirstOrThrow()
  return {
    factory,
    supplier: (await first('supplier').executeTakeFirstOrThrow()).id,
    material: (await first('material').where('factory' as never, '=', '1000' as never).executeTakeFirstOrThrow()).id,
  }
}

export const line = (material: string, change: FormValue = {}): FormValue => ({
  rowId: 'i1',
  material,
  unit: 'pcs',
  priceUnit: 1,
  newPrice: '1.250000',
  minQty: '1000.000',
  packQty: '500.000',
  leadDays: 14,
  validFrom: '2026-11-20',
  validTo: '9999-12-31',
  annualQty: '10000.000',
  ...change,
})

const quote = (material: string, rowId: string, supplierName: string): FormValue => ({ rowId, material, supplierName, price: '1.300000' })

/** A new price with two quotations, in RMB. */
export async function priceOf(support: FilingProduct, change: FormValue = {}, row: FormValue = {}): Promise<FormValue> {
  const { material, supplier, factory } = await priced(support)
  return {
    applicantDept: 'sz-purchase',
    priceAction: 'new',
    supplier,
    purchaseOrg: '1000',
    factory,
    infoCategory: '0',
    currencyType: 'CNY',
    taxRate: '13',
    priceSource: 'quote',
    paymentTerm: 'm60',
    items: [line(material, row)],
    quotes: [quote(material, 'q1', '华东连接器'), quote(material, 'q2', '南方电子')],
    quoteFile: [await support.product.as('dongmei').upload('报价单.pdf', Buffer.from('%PDF-1.4\n%%EOF'))],
    ...change,
  }
}
