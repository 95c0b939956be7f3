import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { purchasePrice } from './index.ts'

describeType(purchasePrice, {
  about:
    '采购价格审批 | Purchase price approval | /purchase-price | /purchase-price-detail | CGJG | web+mini | stays when completed | no budget',
  parts: [header],
  fields: `
    priceAction select(priceAction): required, trend
    supplier supplier: required, trend
    supplierName text: system, visible when false
    purchaseOrg select(purchaseOrg): required
    factory factory: required
    infoCategory select(purInfoCategory): required
    currencyType currency: required, trend
    exchangeRate number: system
    taxRate select(0 0%/0%; 1 1%/1%; 3 3%/3%; 6 6%/6%; 9 9%/9%; 13 13%/13%): required
    priceSource select(priceSource): required
    paymentTerm select(paymentTerm): required
    reason textarea: to 500, when priceAction in ("up","stop")
    items table: required, from 1 to 500
    items.material material: required
    items.materialName text: system, visible when false
    items.unit select(unit): required
    items.priceUnit integer: required, from 1 to 1000
    items.sapPrice money: system, visible when false
    items.approvedPrice money: system, visible when false
    items.oldPrice calculated
    items.priceReadAt datetime: system
    items.newPrice money: from 0, when header.priceAction != "stop"
    items.changeRate calculated
    items.minQty number: required, from 0
    items.packQty number
    items.leadDays integer: required, from 0 to 365
    items.validFrom date: required
    items.validTo date: required
    items.annualQty number: from 0
    items.annualEffect calculated
    totalEffect calculated: trend
    quotes table: to 200, when priceSource = "quote" and priceAction != "stop"
    quotes.material material: required
    quotes.supplierName text: required, to 100
    quotes.price money: required, from 0
    quotes.leadDays integer: from 0 to 365
    quotes.file attachment: to 5
    quoteFile attachment: required, to 20
  `,
  nodes: `
    purchaseManager: any of role(purchaseManager)
    cost: any of role(accountant)
    purchaseVp: all of vicePresident(applicantDept), when (some i in items satisfies i.changeRate > 0) or (priceAction = "new" and totalEffect >= 100000)
    gm: all of generalManager, when totalEffect >= 500000
    cc: copy to role(planner)
  `,
  rules: `
    G-08 currencyType: 该币种本月未设置汇率，请联系财务 | Exchange rate for the currency not set this month, contact finance
    PP-R1 items.newPrice: 涨价类别的新价必须高于原价 | For an increase the new price must exceed the old price
    PP-R1-down items.newPrice: 降价类别的新价必须低于原价 | For a decrease the new price must be below the old price
    PP-R4 supplier: 供应商已冻结 | The supplier is blocked
    PP-R5 items.priceUnit: 价格单位只能是1、10、100或1000 | A price is per 1, 10, 100 or 1,000
    PP-R6 items.newPrice: 新未税价须大于0 | The new net price must be more than 0
    PP-R7 items.packQty: 起订量须为最小包装量的整数倍 | The minimum order must be a multiple of the packing quantity
    PP-R8 items.validTo: 有效期从不能晚于有效期至 | Valid from must not be later than valid to
    PP-R9 items.validFrom: 有效期不能早于本月1日 | The validity must not begin before this month
    PP-R10 items.material: 每个物料请至少提供两家报价 | Please provide at least two quotations for each material
  `,
})
