import type { FormValue } from '#kernel/values/value.ts'
import type { FilingProduct } from '#plugins/forms/server/contract-filing.ts'

/** Product with cost 8.00 and floor price 10.00, and a customer. */
export async function sold({ product: { database: { db } } }: FilingProduct): Promise<{ material: string; customer: string }> {
  const first = (table: 'material' | 'customer') =>
    db.selectFrom(table).select('id').where('enable', '=', true).orderBy('code').limit(1).executeTakeFirstOrThrow()
  const [{ id: material }, { id: customer }] = [await first('material'), await first('customer')]
  await db.deleteFrom('sales_price_base').where('material', '=', material).execute()
  await db.insertInto('sales_price_base').values({ id: 'pb1', material, floor_price: '10.000000', cost: '8.000000', create_by: 'u-finance',
    update_by: 'u-finance' }).execute()
  return { material, customer }
}

export const priceLine = (material: string, change: FormValue = {}): FormValue => ({
  rowId: 'i1',
  material,
  unit: 'pcs',
  scaleQty: '100.000',
  newPrice: '12.000000',
  validFrom: '2026-11-20',
  validTo: '2026-12-31',
  ...change,
})

/** The price of that product for that customer, in RMB. */
export async function salesPriceOf(support: FilingProduct, change: FormValue = {}, row: FormValue = {}): Promise<FormValue> {
  const { material, customer } = await sold(support)
  return {
    applicantDept: 'sz-quality',
    priceAction: 'new',
    priceLevel: 'customer',
    customer,
    salesOrg: '1000',
    channel: 'domestic',
    currencyType: 'CNY',
    tradeTerm: 'dom',
    reason: '客户年度降价谈判结果',
    items: [priceLine(material, row)],
    ...change,
  }
}
