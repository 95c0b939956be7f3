import type { Posts } from '#kernel/form.ts'

/** Posts each price as a condition record: PR00 for list prices, ZPR0 for a customer or customer group. */
export const posts: readonly Posts[] = [
  {
    id: 'condition',
    cn: '销售价格条件',
    en: 'Price condition',
    at: 'completion',
    call: 'sap.condition',
    rows: 'items',
    body: {
      action: 'header.priceAction',
      conditionType: 'if header.priceLevel = "list" then "PR00" else "ZPR0"',
      customer: 'header.customer.code',
      customerGroup: 'header.customerGroup',
      salesOrg: 'header.salesOrg',
      channel: 'header.channel',
      material: 'material.code',
      unit: 'unit',
      scaleQuantity: 'scaleQty',
      price: 'newPrice',
      currency: 'header.currencyType',
      tradeTerm: 'header.tradeTerm',
      validFrom: 'validFrom',
      validTo: 'validTo',
    },
    role: 'sapAdmin',
  },
]
