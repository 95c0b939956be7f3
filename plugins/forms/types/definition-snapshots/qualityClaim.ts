import type { Expectation } from './expectation.ts'
import { bearing, budget, fx, header, invoice, payee, writeOff } from './parts.ts'

export const qualityClaim: Expectation = {
  about:
    '质量索赔报销 | Quality claim | /quality-claim | /quality-claim-detail | ZS | web+mini | stays when completed | budget of spending QUALITY',
  parts: [header, bearing, fx, budget, payee, writeOff, invoice('items')],
  fields: `
    claimSource select(claimSource): required, trend
    claimNo text: required, to 30
    customer customer: required
    salesOwner person: required, trend
    complaintDate date: required
    claimAmount money: required
    claimResult select(claimResult): required, editable at salesManager
    project project: editable at accountantReview, visible when some i in items satisfies i.expenseCategory.projectRequired
    material material: required
    productModel text: required, to 100
    productionOrderNo text: required, to 30, editable at qualityReview
    productionDate date: required, editable at qualityReview
    productionSerialNo textarea: required, to 500, editable at qualityReview
    inspectionStatus select(1 合格/Qualified; 2 不合格/Rejected; 3 让步/Concession; 4 待检/Pending): required, editable at qualityReview
    shippedQty number: required
    defectQty number: required, editable at qualityReview
    returnedQty number: required, from 0
    qualifiedQty number: required, from 0, editable at qualityReview
    defectRate calculated
    defectDescription textarea: required, from 10 to 2000
    rootCause textarea: at qualityReview, from 10 to 2000, editable at qualityReview
    correctiveAction textarea: at qualityReview, from 10 to 2000, editable at qualityReview
    responsibleParty select(responsibleParty): at qualityReview, trend, editable at qualityReview
    responsibleDept department: at qualityReview, editable at qualityReview, when responsibleParty in ("2","3","4","5")
    responsibleSupplier supplier: at qualityReview, trend, editable at qualityReview, when responsibleParty = "1"
    supplierRecoverAmount money: at sqeReview, from 0, editable at sqeReview, when responsibleParty = "1"
    report8d attachment: required, to 10, editable at qualityReview
    debitNote attachment: required, to 10
    totalAmount calculated: trend
    expenseCategory expenseCategory: system
    items table: required, from 1 to 50
    items.expenseCategory expenseCategory: required, trend, editable at accountantReview
    items.expenseDetail text: required, to 25, editable at accountantReview
    items.bearingDept department: required, trend, editable at accountantReview
    items.costCenter costCenter: required, editable at accountantReview
    items.amount money: required, from 0
    items.approvedAmount money: required, from 0, editable at accountantReview
    items.amountRmb calculated
    approvedAmount calculated
    netLoss calculated
    payDate date: at cashier, editable at cashier
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    salesManager: any of superior(1, salesOwner) ⇒ role(salesManagerApprover), opinion
    qualityReview: any of role(qualityEngineer)
    qualityHead: any of role(qualityHead), opinion
    sqeReview: any of role(sqe), when responsibleParty = "1"
    responsibleDeptHead: all of departmentHead(responsibleDept), when responsibleParty in ("2","3","4","5")
    bearingDeptHead: all of departmentHead(expenseDeptIdList), when some i in items satisfies i.bearingDept != applicantDept
    accountantReview: any of role(accountant, bearingDept), by hand, opinion when approvedAmount < totalAmount
    overBudgetApprover: all of departmentHead(overBudgetInfo.budgetDept) + vicePresident(overBudgetInfo.budgetDept), when overBudget = true, by hand
    viceGm: all of vicePresident(applicantDept) + vicePresident(expenseDeptIdList)
    generalManager: any of generalManager, when totalAmountRmb > 10000
    financeManager: any of role(financeManager)
    cashier: any of role(cashier), when netPayable > 0, by hand
    ccFinish: copy to person(salesOwner) + role(qualityHead)
  `,
  rules: `
    G-06-row items.bearingDept also at accountantReview: 没有预算，请选择正确的费用承担部门 | No budget, select the correct expense-bearing department
    ZS-01-status inspectionStatus also at qualityReview: 检验状态不能为空 | Inspection status is required
    ZS-01-order productionOrderNo also at qualityReview: 生产工单号不能为空 | Production order number is required
    ZS-01-date productionDate also at qualityReview: 日期不能为空 | Date is required
    ZS-01-serial productionSerialNo also at qualityReview: 生产序列号不能为空 | Production serial number is required
    ZS-02-issued qualifiedQty also at qualityReview: 合格数量不能大于发料数量 | The qualified quantity cannot exceed the issued quantity
    ZS-02-returned qualifiedQty also at qualityReview: 合格数量不能大于退料数量 | The qualified quantity cannot exceed the returned quantity
    ZS-08 shippedQty: 出货数量须大于0 | The shipped quantity must be more than 0
    ZS-09 defectQty also at qualityReview: 不良数量须大于0且不大于出货数量 | The defective quantity must be more than 0 and no more than the shipped quantity
    ZS-10 returnedQty: 退货数量不能大于出货数量 | The returned quantity cannot exceed the shipped quantity
    ZS-03 totalAmount: 报销金额不能为0 | The reimbursement amount cannot be 0
    ZS-03-row items.amount: 报销明细金额不能为0 | Each reimbursement item amount cannot be 0
    ZS-04 items: 请至少添加一条报销明细 | Add at least one reimbursement item
    ZS-05 totalAmount: 报销金额不能大于索赔金额 | The reimbursement is more than the customer’s claim
    ZS-06 supplierRecoverAmount at sqeReview: 供应商责任须填写追偿金额 | The supplier is responsible: enter the amount to recover
    ZS-11 complaintDate: 投诉日期不能晚于今天 | The complaint date can’t be in the future
    ZS-12 productionDate also at qualityReview: 生产日期不能晚于投诉日期 | The production date can’t be after the complaint
    ZS-13 claimAmount: 索赔金额须大于0 | The claimed amount must be more than 0
    ZS-14 items.approvedAmount also at accountantReview: 核准金额不能大于申请金额 | The approved amount cannot exceed the requested amount
    ZS-15 payDate at cashier: 付款日期不能早于发起日期 | The payment date can’t be before the request date
  `,
}
