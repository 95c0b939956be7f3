import type { Expectation } from './expectation.ts'
import { bearing, budget, fx, header } from './parts.ts'

export const serviceFeeApply: Expectation = {
  about:
    '服务费申请 | Service fee request | /service-fee-apply | /service-fee-apply-detail | FW | web+mini | may be revoked when completed | budget of application SERVICE',
  parts: [header, bearing, fx, budget],
  fields: `
    budgetMonth date: system, editable at accountantReview
    serviceFeeType select(serviceFeeType): required, trend
    serviceName text: required, to 30
    expenseCategory expenseCategory: required, trend, editable at accountantReview
    servicePeriod daterange: required
    isNewSupplier switch: editable at procurementReview
    supplier supplier: editable at procurementReview, when isNewSupplier != true
    supplierName text: to 100, editable at procurementReview, when isNewSupplier = true
    contractLink contract: editable at procurementReview, when totalAmountRmb > 20000
    reason textarea: required, from 10 to 1000
    items table: required, to 50
    items.expenseDetail text: required, to 25
    items.quantity number: required, from 0
    items.unit select(unit): required
    items.unitPrice money: required, from 0
    items.amount calculated
    items.amountRmb calculated
    items.taxRate percent: from 0 to 13, editable at accountantReview
    items.bearingDept department: required, trend, editable at accountantReview
    items.costCenter costCenter: required, editable at accountantReview
    quotes table: to 20, editable at procurementReview, when totalAmountRmb > 10000
    quotes.supplierName text: required, to 100
    quotes.amount money: required, from 0
    quotes.deliveryDays integer: from 0 to 999
    quotes.quoteFile attachment: required, to 5
    quotes.selected checkbox
    singleSourceReason textarea: from 10 to 500, editable at procurementReview, when totalAmountRmb > 10000 and count(quotes) < 3
    notLowestReason text: to 200, editable at procurementReview, when some q in quotes satisfies q.selected = true and q.amount > min(quotes[amount != null].amount)
    paymentPlan table: to 20, when totalAmountRmb > 20000
    paymentPlan.percent number: required, from 0 to 100
    paymentPlan.planDate date: required
    paymentPlan.condition text: to 100
    acceptanceStandard textarea: to 500
    usedAmount calculated: system, visible when usedAmount != null
    remainingAmount calculated: system, visible when remainingAmount != null
    closeReason textarea: at close, from 2 to 200, editable at close
    settled switch: system
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    bearingDeptHead: all of departmentHead(expenseDeptIdList), when some i in items satisfies i.bearingDept != applicantDept
    procurementReview: any of role(purchaseManager), when totalAmountRmb > 10000, opinion
    legalReview: any of role(legal), when serviceFeeType in ("7","8") or totalAmountRmb > 100000
    accountantReview: any of role(accountant, bearingDept), by hand
    overBudgetApprover: all of departmentHead(overBudgetInfo.budgetDept) + vicePresident(overBudgetInfo.budgetDept), when overBudget = true, by hand
    viceGm: all of vicePresident(applicantDept) + vicePresident(expenseDeptIdList), when totalAmountRmb > 5000
    generalManager: any of generalManager, when totalAmountRmb > 50000 or serviceFeeType = "8"
    ccFinish: copy to initiator + role(buyer)
  `,
  rules: `
    G-06-row items.bearingDept also at accountantReview: 没有预算，请选择正确的费用承担部门 | No budget, select the correct expense-bearing department
    FW-01 items: 请至少添加一条服务费明细 | Add at least one service fee item
    FW-03 paymentPlan: 付款比例须为整数且合计100% | Payment percentages must be integers totalling 100%
    FW-04 quotes also at procurementReview: 请选择一家中选供应商 | Choose exactly one quotation
    FW-05 quotes confirm also at procurementReview: 中选报价与申请金额不一致 | The selected quotation doesn’t match the requested amount
    FW-06 totalAmount: 服务费金额不能为0 | The service fee amount cannot be 0
    FW-02 singleSourceReason also at procurementReview: 金额超过1万元须三家比价或填写单一来源说明 | Over ￥10,000, add three quotations or a single-source justification
    QT-01 quotes.amount also at procurementReview: 报价须大于0 | Quotation must be more than 0
  `,
}
