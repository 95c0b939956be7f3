import type { Expectation } from './expectation.ts'
import { bearing, budget, fx, header, invoice, payee, writeOff } from './parts.ts'

export const expenseReimbursement: Expectation = {
  about: '费用报销 | Expense claim | /reimbursement | /reimbursement-detail | BX | web+mini | stays when completed | budget of spending',
  parts: [header, bearing, fx, budget, payee, writeOff, invoice('items')],
  fields: `
    reimburseKind select(reimburseKind): required, trend
    project project: editable at accountantReview, visible when some i in items satisfies i.expenseCategory.projectRequired
    taxiLinks documentLink(taxiApply): to 50, when reimburseKind = "2" or some i in items satisfies i.expenseCategory.requiresLink = "taxiApply"
    entertainmentLinks documentLink(entertainmentApply): to 10, when reimburseKind = "3" or some i in items satisfies i.expenseCategory.requiresLink = "entertainmentApply"
    dispatchLinks documentLink(dispatchCar): to 20, when reimburseKind = "4"
    serviceFeeLinks documentLink(serviceFeeApply): to 10, when reimburseKind = "5"
    procurementLinks documentLink(costBasedProcurement): to 10, when reimburseKind = "6"
    items table: required, from 1 to 100
    items.expenseDate date: required
    items.expenseCategory expenseCategory: required, trend, editable at accountantReview
    items.expenseDetail text: required, to 25, editable at accountantReview
    items.bearingDept department: required, trend, editable at accountantReview
    items.costCenter costCenter: required, editable at accountantReview
    items.project project: editable at accountantReview, when expenseCategory.projectRequired
    items.linkNo select(taxiLinks entertainmentLinks dispatchLinks serviceFeeLinks procurementLinks): when expenseCategory.requiresLink != null
    items.amount money: required, from 0
    items.approvedAmount money: required, from 0, editable at accountantReview
    items.amountRmb calculated
    items.overdueDays calculated
    items.offBudgetStatus select(offBudgetStatus): read-only
    items.rowRemark text: to 100
    items.host calculated: visible when false
    items.hostType calculated: visible when false
    items.counterpart calculated: visible when false
    items.entertainment calculated: visible when false
    items.heads calculated: visible when false
    items.standard calculated: visible when false
    items.providedBy calculated: visible when false
    items.underContract calculated: visible when false
    approvedAmount calculated
    overStandardExplanation textarea: to 1000, when entertainClaimedRmb > entertainAppliedRmb
    entertainClaimedRmb calculated: system
    entertainAppliedRmb calculated: system
    paperReceived switch: at accountantReview, editable at accountantReview
    sapVoucherNo text: system, editable at financeManager
    payDate date: at cashier, editable at cashier
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    bearingDeptHead: all of departmentHead(expenseDeptIdList), when some i in items satisfies i.bearingDept != applicantDept
    accountantReview: any of role(accountant, bearingDept), by hand, opinion when approvedAmount < totalAmount
    overBudgetApprover: all of departmentHead(overBudgetInfo.budgetDept) + vicePresident(overBudgetInfo.budgetDept), when overBudget = true, by hand
    viceGm: all of vicePresident(applicantDept) + vicePresident(expenseDeptIdList), when totalAmountRmb > 5000 or overdue = true or reimburseKind = "3"
    generalManager: any of generalManager, when totalAmountRmb > 50000 or (reimburseKind = "3" and applicantPosition in ("3","4"))
    financeManager: any of role(financeManager)
    cashier: any of role(cashier), when netPayable > 0, by hand
    ccFinish: copy to initiator
  `,
  rules: `
    G-06-row items.bearingDept also at accountantReview: 没有预算，请选择正确的费用承担部门 | No budget, select the correct expense-bearing department
    BX-01 totalAmount: 报销金额不能为0 | The reimbursement amount cannot be 0
    BX-02 items.amount: 报销明细金额不能为0 | Each reimbursement item amount cannot be 0
    BX-03 items: 请至少添加一条报销明细 | Add at least one reimbursement item
    BX-04 taxiLinks: 打车费报销必须关联打车审批 | Taxi fare reimbursement must link a taxi approval
    BX-05 entertainmentLinks: 招待费报销必须关联业务招待申请 | Entertainment reimbursement must link an entertainment application
    BX-06 serviceFeeLinks: 请至少添加一条服务费申请 | Add at least one service fee application
    BX-07 overStandardExplanation: 报销金额超出招待申请，请填写超标说明 | The amount exceeds the entertainment application: enter the over-standard explanation
    BX-08 items.amount warn: 打车金额超过申请预估较多，请核实 | The fare is well above the estimate: check it
    BX-10 items.approvedAmount also at accountantReview: 核准金额不能大于申请金额 | The approved amount cannot exceed the requested amount
    BX-12 paperReceived at accountantReview: 请先确认已收到纸质单据 | Confirm receipt of the paper documents first
    BX-13 entertainmentLinks: 请至少添加一条招待申请 | Add at least one entertainment application
    BX-14 items.expenseDate: 费用日期不能晚于今天 | The expense date can’t be in the future
    BX-15 payDate at cashier: 付款日期不能早于发起日期 | The payment date can’t be before the request date
  `,
}
