import type { Expectation } from './expectation.ts'
import { bearing, budget, fx, header } from './parts.ts'

export const costBasedProcurement: Expectation = {
  about:
    '费用类采购 | Purchase request | /cost-based-procurement | /cost-based-procurement-detail | FC | web+mini | may be revoked when completed | budget of application PROC',
  parts: [header, bearing, fx, budget],
  fields: `
    budgetMonth date: system, editable at accountantReview
    procurementType select(procurementType): required, trend
    expenseCategory expenseCategory: required, trend, editable at accountantReview
    needDate date: required
    urgency radio(urgency): required, trend
    receiver person: required
    deliveryPlace text: required, to 100
    purpose textarea: required, from 5 to 500
    items table: required, to 100
    items.itemName text: required, to 30, editable at procurementHandle
    items.material material: editable at procurementHandle
    items.spec text: required, to 100, editable at procurementHandle
    items.quantity number: required, from 0
    items.unit select(unit): required
    items.unitPrice money: required, from 0, editable at procurementHandle
    items.amount calculated
    items.amountRmb calculated
    items.supplier supplier: at procurementHandle, editable at procurementHandle
    items.taxRate percent: from 0 to 13, editable at procurementHandle
    items.bearingDept department: required, trend, editable at accountantReview
    items.costCenter costCenter: required, editable at accountantReview
    items.project project: editable at accountantReview, when header.expenseCategory.projectRequired
    items.arrivedQty number: at receipt, from 0, editable at receipt
    items.arrivalDate date: at receipt, editable at receipt
    approvedTotalRmb money: system
    fixedAssetFlag switch: system
    onlySupplier calculated: visible when false
    quotes table: to 20, editable at procurementHandle, visible when totalAmountRmb > 5000
    quotes.supplierName text: required, to 100
    quotes.amount money: required, from 0
    quotes.deliveryDays integer: from 0 to 999
    quotes.quoteFile attachment: required, to 5
    quotes.selected checkbox
    singleSourceReason textarea: from 10 to 500, editable at procurementHandle, visible when totalAmountRmb > 5000 and count(quotes) < 3
    usedAmount calculated: system, visible when usedAmount != null
    remainingAmount calculated: system, visible when remainingAmount != null
    closeReason textarea: at close, from 2 to 200, editable at close
    settled switch: system
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    bearingDeptHead: all of departmentHead(expenseDeptIdList), when some i in items satisfies i.bearingDept != applicantDept
    itReview: any of role(itAdmin), when procurementType = "5"
    accountantReview: any of role(accountant, bearingDept), by hand
    overBudgetApprover: all of departmentHead(overBudgetInfo.budgetDept) + vicePresident(overBudgetInfo.budgetDept), when overBudget = true, by hand
    viceGm: all of vicePresident(applicantDept) + vicePresident(expenseDeptIdList), when totalAmountRmb > 3000
    generalManager: any of generalManager, when totalAmountRmb > 30000
    procurementHandle: any of role(buyer), by hand, opinion, opinion tells arrivalTime
    receipt: any of person(receiver), by hand, initiator may
    ccFinish: copy to initiator
  `,
  rules: `
    G-06-row items.bearingDept also at accountantReview: 没有预算，请选择正确的费用承担部门 | No budget, select the correct expense-bearing department
    FC-01 items: 请至少添加一条采购明细 | Add at least one item
    FC-02 items.unitPrice also at procurementHandle: 采购明细金额不能为0 | The item amount cannot be 0
    FC-03 needDate: 需求日期不能早于今天 | The needed-by date cannot be in the past
    FC-05 items at procurementHandle: 采购金额超出审批金额10%，请退回重审 | The price is more than 10% over the approved total. Return it for approval
    FC-06 items.arrivedQty at receipt: 到货数量不能大于采购数量 | The quantity received can’t exceed the quantity ordered
    FC-07 fixedAssetFlag warn: 物品达到固定资产标准，到货后请提交固定资产验收 | This qualifies as a fixed asset: submit an asset acceptance on arrival
    FC-08 items.arrivalDate at receipt: 到货日期不能早于发起日期 | The arrival date can’t be before the request date
    FC-04 singleSourceReason at procurementHandle: 金额超过5千元须三家比价或填写单一来源说明 | Over ￥5,000, add three quotations or a single-source justification
    QT-01 quotes.amount also at procurementHandle: 报价须大于0 | Quotation must be more than 0
  `,
}
