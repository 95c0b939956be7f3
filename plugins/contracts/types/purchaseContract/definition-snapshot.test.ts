import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { contract, reviewed, sealed } from '../snapshot-parts.ts'
import { purchaseContract } from './index.ts'

describeType(purchaseContract, {
  about:
    '采购合同审批 | Purchase contract | /purchase-contract | /purchase-contract-detail | CGHT | web+mini | may be revoked when completed | no budget',
  parts: [header, contract, reviewed],
  fields: `
    supplier supplier: required, trend
    supplierLevel calculated
    purchaseOrg select(purchaseOrg): required
    sapAgreementNo text: system, to 40
    sourceDoc documentLink(purchasePrice costBasedProcurement): to 1, when subjectType in ("equipment","software","engineering")
    costCenter costCenter: when not(subjectType = "material")
    items table: from 1 to 300, when contractType != "framework"
    items.material material: when header.subjectType = "material"
    items.itemName text: required, to 100
    items.sapPrice money: system, visible when false
    items.contractPrice money: system, visible when false
    items.lastPrice calculated
    items.priceReadAt datetime: system
    payee bankAccount: when prepayPercent > 0
    useSole radio(yesNo): required
    soleReason textarea: to 500, when useSole = "1"
    quotes table: to 20, visible when amountRmb >= 50000 and useSole = "0"
    quotes.supplierName text: required, to 100
    quotes.unitTotal money: required, from 0
    quotes.deliveryDays integer: from 0 to 999
    quotes.note text: to 100
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    ownerPurchase: any of role(purchaseManager), when contractClass = "purchase"
    clauseReview: all of rowPersons(clauses.reviewer), by hand
    legal: any of role(legal), by hand
    finance: any of role(accountant), when contractType != "nda", by hand
    vp: all of vicePresident(applicantDept), when amountRmb >= 500000 or riskLevel = "high" or useTemplate = "0"
    gm: all of generalManager, when amountRmb >= 2000000 or riskLevel = "high"
    ${sealed}
    cc: copy to role(financeStaff) + person(ownerPerson)
    ccWarehouse: copy to role(warehouse), when subjectType = "material"
  `,
  rules: `
    P-R1 quotes: 请至少提供两家报价 | Please provide at least two quotations
    P-R4 currencyType: 带入的价格与合同币种不一致 | The prices carried over are in a different currency from the contract
    P-R5 supplier: 供应商与关联的价格审批不一致 | The supplier differs from the linked price approval
    P-R2 supplier: 供应商已冻结 | The supplier is blocked
    P-R3 items.unitPrice warn: 价格高于上次{p}% | Price is {p}% above the last price
  `,
})
