import type { FormValue } from '#kernel/values/value.ts'
import { smallFile } from '#plugins/demo/server/stories/files.ts'
import type { FilingProduct } from '#plugins/forms/server/contract-filing.ts'
import { firstOf } from '#plugins/payments/types/testing.ts'

/** A carton that is used already. */
export const packingItem = (change: FormValue = {}): FormValue => ({ rowId: 'p1', itemType: 'carton', desc: '五层瓦楞外箱', isNew: '0',
  usage: '1.000', unit: 'pcs', ...change })

/** Branded packing of a product for the home market. */
export async function packingOf({ product }: FilingProduct, change: FormValue = {}): Promise<FormValue> {
  return {
    applicantDept: 'sz-quality',
    packType: 'brand',
    salesOrderNo: '4500123',
    product: await firstOf(product.database.db, 'material'),
    country: 'CN',
    orderQty: 500,
    deliveryDate: '2026-12-20',
    items: [packingItem()],
    language: ['zh', 'en'],
    marks: ['ccc', 'rohs'],
    requirement: '外箱印品牌标识，内衬EPE',
    ...change,
  }
}

export const fileOf = ({ product }: FilingProduct, by: string, name: string): Promise<string> =>
  product.as(by).upload(name, smallFile(name))

/** Payload of the packaging engineer's node. */
export const measured = (change: FormValue = {}): object => ({
  business: { grossWeight: '12.500', netWeight: '11.200', cartonSize: '400×300×250', pcsPerCarton: 20, ...change },
})
