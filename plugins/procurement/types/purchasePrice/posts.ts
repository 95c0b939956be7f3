import type { Posts } from '#kernel/form.ts'

/** Posts each price as an info record with its condition. */
export const posts: readonly Posts[] = [
  {
    id: 'infoRecord',
    cn: '采购信息记录',
    en: 'Info record',
    at: 'completion',
    call: 'sap.infoRecord',
    rows: 'items',
    body: {
      action: 'header.priceAction',
      vendor: 'header.supplier.code',
      material: 'material.code',
      plant: 'header.factory.code',
      purchaseOrg: 'header.purchaseOrg',
      category: 'header.infoCategory',
      currency: 'header.currencyType',
      taxRate: 'header.taxRate',
      price: 'newPrice',
      priceUnit: 'priceUnit',
      unit: 'unit',
      minimumQuantity: 'minQty',
      packQuantity: 'packQty',
      leadDays: 'leadDays',
      validFrom: 'validFrom',
      validTo: 'validTo',
    },
    role: 'sapAdmin',
  },
]
