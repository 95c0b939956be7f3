import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { salesPriceEntry } from './index.ts'

describeType(salesPriceEntry, {
  about:
    '销售价格录入 | Sales price entry | /sales-price-entry | /sales-price-entry-detail | XSJG | web | stays when completed | no budget',
  parts: [header],
  fields: `
    priceAction select(priceAction): required
    customer customer: when priceLevel = "customer"
    priceLevel radio(customer 客户价/Customer; group 客户组价/Customer group; list 标准价/List price): required, trend
    customerGroup select(customerGroup): when priceLevel = "group"
    salesOrg select(salesOrg): required
    channel select(salesChannel): required
    currencyType currency: required, trend
    exchangeRate number: system
    tradeTerm select(tradeTerm): required
    priceFor text: system, to 40, visible when false
    reason textarea: required, to 500
    items table: required, from 1 to 2000
    items.material material: required
    items.unit select(unit): required
    items.scaleQty number: from 0
    items.oldPrice money: system
    items.newPrice money: from 0, when header.priceAction != "stop"
    items.floorPrice money: system
    items.cost money: system
    items.margin calculated
    items.validFrom date: required
    items.validTo date: required
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    salesManager: any of role(salesManagerApprover)
    finance: any of role(accountant)
    vp: all of vicePresident(applicantDept), when some i in items satisfies (i.newPrice < i.floorPrice or i.margin < 15)
    gm: all of generalManager, when some i in items satisfies i.newPrice < i.cost
  `,
  rules: `
    G-08 currencyType: 该币种本月未设置汇率，请联系财务 | Exchange rate for the currency not set this month, contact finance
    SP-R1 items.newPrice warn also at finance vp gm: 低于底价，需副总审批 | Below floor price, VP approval needed
    SP-R3 items.validTo: 有效期不能早于今天 | The validity end must not be in the past
    SP-R4 items.newPrice: 新价须大于0 | The new price must be more than 0
    SP-R5 items.validTo: 有效期从不能晚于有效期至 | Valid from must not be later than valid to
  `,
})
