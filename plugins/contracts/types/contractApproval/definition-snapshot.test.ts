import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { contract, sealed } from '../snapshot-parts.ts'
import { contractApproval } from './index.ts'

describeType(contractApproval, {
  about:
    '合同审批 | Contract approval | /contract-approval | /contract-manage-detail | HT | web+mini | may be revoked when completed | no budget',
  parts: [header, contract],
  fields: `
    relatedContract multiselect(contract): visible when contractClass = "ancillary" and contractType in ("quality","nda","supplementary")
    supplier supplier: when contractClass = "purchase"
    customer customer: when contractClass = "sales"
    costCenter costCenter: when contractClass != "sales"
    expenseCategory expenseCategory: when contractClass = "ancillary" and amount > 0
    budgetOccupied switch: visible when expenseCategory != null
    payees bankAccount
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    ownerPurchase: any of role(purchaseManager), when contractClass = "purchase"
    ownerSales: any of role(salesManagerApprover), when contractClass = "sales"
    legal: any of role(legal), by hand
    finance: any of role(accountant), when contractType != "nda", by hand
    vp: all of vicePresident(applicantDept), when amountRmb >= 500000 or riskLevel = "high" or useTemplate = "0"
    gm: all of generalManager, when amountRmb >= 2000000 or riskLevel = "high"
    ${sealed}
    cc: copy to role(financeStaff) + person(ownerPerson)
  `,
  rules: `
    HT-01 relatedContract: 附属合同必须关联主合同 | An ancillary contract must be linked to its main contract
    HT-02 relatedContract warn: 附属合同必须关联主合同 | An ancillary contract must be linked to its main contract
  `,
})
