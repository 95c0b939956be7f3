import { header } from '#plugins/forms/types/definition-snapshots/parts.ts'
import { describeType } from '#plugins/forms/types/definition-snapshots/testing.ts'
import { contract, reviewed, sealed } from '../snapshot-parts.ts'
import { salesContractApproval } from './index.ts'

describeType(salesContractApproval, {
  about:
    '销售合同评审 | Sales contract review | /sales-contract-approval | /sales-contract-approval-detail | XSHT | web+mini | may be revoked when completed | no budget',
  parts: [header, contract, reviewed],
  fields: `
    customer customer: required, trend
    creditLimit money: system
    creditOpen money: system
    creditReadAt datetime: system
    salesGroup salesGroup: required
    salesChannel select(salesChannel): required, trend
    tradeTerm select(tradeTerm): required
    deliveryPlace text: to 100
    isCustom radio(yesNo): required, trend
    specialQuality textarea: to 500
    items table: from 1 to 200, when contractType != "framework"
    items.material material: required
    items.spec text: to 100
    items.grossMargin percent: required, at finance, editable at finance
    items.deliveryDate date
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    salesManager: any of role(salesManagerApprover)
    clauseReview: all of rowPersons(clauses.reviewer), by hand
    rd: any of role(rdDirector), when isCustom = "1"
    quality: any of role(qualityHead), when specialQuality != null or (some c in clauses satisfies (c.clauseType = "quality" and c.result != null and c.result != "pass"))
    legal: any of role(legal), by hand
    finance: any of role(accountant), when contractType != "nda", by hand
    financeDirector: all of role(financeManager), when creditOpen + amountRmb > creditLimit
    vp: all of vicePresident(applicantDept), when amountRmb >= 1000000 or (some c in clauses satisfies c.result = "conditional")
    gm: all of generalManager, when amountRmb >= 5000000 or creditOpen + amountRmb > creditLimit
    ${sealed}
    cc: copy to role(planner) + role(financeStaff)
  `,
  rules: 'X-R3 creditOpen confirm: 超出客户信用额度，是否继续？ | The customer credit limit is exceeded, continue?',
})
