import type { Expectation } from './expectation.ts'
import { header } from './parts.ts'

export const universalApproval: Expectation = {
  about:
    '通用审批 | General approval | /universal-approval | /universal-approval-detail | TY | web+mini | may be revoked when completed | no budget',
  parts: [header],
  fields: `
    title text: required, to 30
    universalType select(universalType): required, trend
    urgency radio(urgency): required
    expectDate date
    contents table: required, to 20
    contents.subject text: required, to 30
    contents.content richtext: required, to 8000
    contents.amount money: from 0
    currencyType currency: when some c in contents satisfies c.amount > 0
    exchangeRate number: system, visible when currencyType != null and currencyType != "CNY"
    totalAmountRmb calculated: trend
    sealType multiselect(1 公章/Company seal; 2 合同章/Contract seal; 3 财务章/Finance seal; 4 法人章/Legal representative seal): trend, when universalType = "7"
    sealCount integer: from 1 to 99, when universalType = "7"
    chosenApprovers people: required, trend, from 1 to 10
    relatedDepts multiselect(department): trend, to 10
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    addApprover: in turn selectUser(10, true, chosenApprovers)
    relatedDeptHeads: all of departmentHead(relatedDepts), when count(relatedDepts) > 0
    sealKeeper: any of role(sealKeeper), when universalType = "7"
    generalManager: any of generalManager, when totalAmountRmb > 50000 or list contains(sealType, "4")
    ccFinish: copy to initiator + person(ccUserList)
  `,
  rules: `
    G-08 currencyType: 该币种本月未设置汇率，请联系财务 | Exchange rate for the currency not set this month, contact finance
    TY-01 contents: 请至少添加一条审批内容 | Add at least one line of approval content
    TY-02 chosenApprovers: 审批人列表不能为空 | The approver list cannot be empty
    TY-04 attachmentList: 用章申请须上传文件 | Upload the document to be sealed
    TY-05 expectDate: 期望完成日期不能早于今天 | The needed-by date can’t be in the past
    TY-06 chosenApprovers: 审批人不能是申请人 | The applicant cannot be an approver
  `,
}
