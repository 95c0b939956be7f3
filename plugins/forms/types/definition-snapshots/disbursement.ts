import type { Expectation } from './expectation.ts'
import { bearing, budget, fx, header, invoice, payee } from './parts.ts'

export const disbursement: Expectation = {
  about: '付款申请 | Payment request | /disburse | /disburse-detail | FK | web+mini | stays when completed | budget of spending',
  parts: [header, bearing, fx, budget, payee, invoice('items')],
  fields: `
    disburseKind select(disburseKind): required, trend
    payCompany select(company): required, trend, editable at accountantReview
    payingUnit department: system
    supplier supplier: when disburseKind in ("1","3","4","5","6"), visible when disburseKind in ("1","3","4","5","6","9")
    borrower person: when disburseKind = "2"
    contractLink contract: when disburseKind = "3"
    paymentTerm select(paymentStage): trend, when disburseKind = "3"
    termAmount money: system, visible when termAmount != null
    termUsed money: system, visible when termUsed != null
    serviceFeeLinks documentLink(serviceFeeApply): from 1 to 10, when disburseKind = "4"
    procurementLinks documentLink(costBasedProcurement): from 1 to 10, when disburseKind = "5"
    advanceFor select(1 出差/Trip; 2 备用金/Petty cash; 9 其他/Other): when disburseKind = "2"
    tripLink documentLink(businessTrip): to 1, when disburseKind = "2" and advanceFor = "1"
    prepaymentWriteOffDate date: when disburseKind in ("1","2") or paymentTerm = "1"
    planPayDate date: required, editable at cashier
    payMethod select(payMethod): required, editable at financeManager
    paymentReason text: required, to 30, editable at accountantReview
    bearingDept department: trend, editable at accountantReview, when disburseKind in ("3","4","5","7","9")
    costCenter costCenter: editable at accountantReview, when disburseKind in ("3","4","5","7","9")
    project project: editable at accountantReview, visible when some i in items satisfies i.expenseCategory.projectRequired
    invoiced calculated: system
    items table: required, from 1 to 100
    items.expenseDetail text: required, to 25, editable at accountantReview
    items.linkNo select(serviceFeeLinks procurementLinks): when header.disburseKind in ("4","5")
    items.expenseCategory expenseCategory: trend, editable at accountantReview, when header.disburseKind in ("3","4","5","7","9")
    items.bearingDept department: trend, editable at accountantReview, when header.disburseKind in ("3","4","5","7","9")
    items.costCenter costCenter: editable at accountantReview, when header.disburseKind in ("3","4","5","7","9")
    items.project project: editable at accountantReview, when header.disburseKind in ("3","4","5","7","9") and expenseCategory.projectRequired
    items.subtotal money: required
    items.paidAmount calculated: visible when header.disburseKind in ("3","4","5")
    items.requestedAmount money: system, visible when requestedAmount != null
    items.thisPayAmount money: required, trend, editable at accountantReview
    items.payRatio calculated
    items.amountRmb calculated
    items.underContract calculated: visible when false
    items.invoiceLater switch: editable at accountantReview invoices, visible when header.invoiced
    items.invoiceDueDate date: editable at accountantReview, when invoiceLater = true
    items.invoiceType select(invoiceType): editable at accountantReview invoices, when header.invoiced and not(invoiceLater = true)
    items.invoiceTitle select(company): editable at accountantReview invoices, when header.invoiced and not(invoiceLater = true) and invoiceType != "4"
    items.invoiceNo text: trend, to 500 ^[A-Za-z0-9/-]{3,40}(,[A-Za-z0-9/-]{3,40})*$, editable at accountantReview invoices, when header.invoiced and not(invoiceLater = true) and invoiceType != "4"
    items.invoiceDate date: editable at accountantReview invoices, when header.invoiced and not(invoiceLater = true) and invoiceType != "4"
    items.invoiceKind select(invoiceKind): editable at accountantReview invoices, when header.invoiced and not(invoiceLater = true) and invoiceType != "4"
    items.taxRate percent: from 0 to 13, editable at accountantReview invoices, when header.invoiced and not(invoiceLater = true) and invoiceKind in ("1","5","6")
    items.taxAmount money: from 0, editable at accountantReview invoices, visible when header.invoiced and not(invoiceLater = true)
    items.noInvoiceReason text: to 200, editable at accountantReview invoices, when header.invoiced and not(invoiceLater = true) and invoiceType = "4"
    items.invoiceFiles attachment: trend, to 20 pdf/ofd/xml/png/jpg, editable at accountantReview invoices, when header.invoiced and not(invoiceLater = true) and invoiceType in ("1","3")
    subtotalAmount calculated
    approvedAmount calculated
    netPayable calculated
    payStatus select(payStatus): at cashier, editable at cashier
    payDate date: at cashier, editable at cashier
    bankReceipt attachment: at cashier, to 10 pdf/png/jpg/jpeg, editable at cashier, when payMethod != "4"
    advanceAmount calculated: system
    openBalance calculated: system, visible when disburseKind in ("1","2") and openBalance != null
    amountPaid money: at cashier, editable at cashier, when payStatus = "1"
    partPayments table: system, visible when count(partPayments) > 0
    partPayments.entryNo number
    partPayments.paidOn date: required, system
    partPayments.amount money: required, system
    partPayments.reverses number
    partPayments.note text
    partPayments.receipt attachment
    partPayments.recordedBy person
    partPayments.recordedAt datetime
    partAsked switch: system
    partReverses number: at partPayment, from 1, when false, visible when count(partPayments) > 0
    partDate date: at partPayment, when partAsked = true
    partAmount money: at partPayment, from 0, when partAsked = true, visible when partReverses = null
    partNote text: at partPayment, to 100, when partAsked = true and partReverses != null
    partReceipt attachment: at partPayment, to 5 pdf/png/jpg/jpeg, when partAsked = true and partReverses = null and payMethod != "4"
    repayAmount money: system, visible when disburseKind in ("1","2") and repayAmount != null
    repayments table: system, visible when disburseKind in ("1","2") and count(repayments) > 0
    repayments.entryNo number
    repayments.paidOn date: required, system
    repayments.amount money: required, system
    repayments.reverses number
    repayments.note text
    repayments.receipt attachment
    repayments.recordedBy person
    repayments.recordedAt datetime
    repaymentAsked switch: system
    repaymentReverses number: at repayment, from 1, when false, visible when disburseKind in ("1","2") and count(repayments) > 0
    repaymentDate date: at repayment, when repaymentAsked = true, visible when disburseKind in ("1","2")
    repaymentAmount money: at repayment, from 0, when repaymentAsked = true, visible when disburseKind in ("1","2") and repaymentReverses = null
    repaymentNote text: at repayment, to 100, when repaymentAsked = true and repaymentReverses != null, visible when disburseKind in ("1","2")
    repaymentReceipt attachment: at repayment, to 5 pdf/png/jpg/jpeg, when false, visible when disburseKind in ("1","2")
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    bearingDeptHead: all of departmentHead(expenseDeptIdList), when some i in items satisfies (i.bearingDept != null and i.bearingDept != applicantDept)
    procurementReview: any of role(purchaseManager), when disburseKind in ("1","3","5")
    accountantReview: any of role(accountant, payingUnit), by hand, opinion when some i in items satisfies i.thisPayAmount < i.requestedAmount
    overBudgetApprover: all of departmentHead(overBudgetInfo.budgetDept) + vicePresident(overBudgetInfo.budgetDept), when overBudget = true, by hand
    viceGm: all of vicePresident(applicantDept) + vicePresident(expenseDeptIdList), when totalAmountRmb > 5000
    generalManager: any of generalManager, when totalAmountRmb > 50000 or (disburseKind = "1" and totalAmountRmb > 20000)
    financeManager: any of role(financeManager)
    cashier: any of role(cashier), by hand
    ccFinish: copy to role(buyer) + person(ccUserList)
  `,
  rules: `
    G-06-row items.bearingDept also at accountantReview: 没有预算，请选择正确的费用承担部门 | No budget, select the correct expense-bearing department
    FK-01 totalAmount also at accountantReview: 付款金额不能为0 | The payment amount cannot be 0
    FK-01-row items.thisPayAmount also at accountantReview: 本次付款金额不能为0 | The amount paid this time cannot be 0
    FK-01-subtotal items.subtotal: 应付小计不能为0 | The subtotal cannot be 0
    FK-02 items: 请至少添加一条付款明细 | Add at least one payment item
    FK-03 items.thisPayAmount also at accountantReview: 本次付款金额不能大于小计或合计金额 | The amount paid this time must not exceed the subtotal or total
    FK-03-total totalAmount also at accountantReview: 本次付款金额不能大于小计或合计金额 | The amount paid this time must not exceed the subtotal or total
    FK-03-below totalAmount also at accountantReview: 付款金额不能小于0 | The payment amount cannot be negative
    FK-04 serviceFeeLinks: 请至少添加一条服务费申请 | Add at least one service fee application
    FK-05 prepaymentWriteOffDate: 存在预付款时必须填写预付冲销日期 | A prepayment term needs a prepayment offset date
    FK-05-range prepaymentWriteOffDate: 预付冲销日期须晚于今天，且不超过规定的冲销期限 | The offset date must be after today and within the time allowed
    FK-08 supplier: 关联单据供应商与收款供应商不一致 | The supplier doesn’t match the linked document
    FK-09 payMethod also at accountantReview financeManager: 现金付款不得超过{limit}元 | Cash payments are limited to ￥{limit}
    FK-11 payMethod also at financeManager: 承兑汇票仅限人民币 | Acceptance bills are in RMB only
    FK-12 planPayDate: 期望付款日期不能早于今天 | The pay-by date can’t be in the past
    FK-13 items.invoiceDueDate: 发票补交日期须晚于今天 | The invoice due date must be after today
    FK-14 payStatus at cashier: 请选择实际付款状态 | Choose the payment status
    FK-15 payDate at cashier: 付款日期不能早于发起日期 | The payment date can’t be before the request date
    FK-16 amountPaid at cashier: 部分付款的金额须大于0且小于付款金额 | A part payment must be more than 0 and less than the payment amount
  `,
}
