import type { Expectation } from './expectation.ts'
import { fx, header, payee } from './parts.ts'

export const sapPayment: Expectation = {
  about: 'SAP付款申请 | SAP payment | /sap-payment-apply | /sap-payment-apply-detail | SP | web+mini | stays when completed | no budget',
  parts: [header, fx, payee],
  fields: `
    sapPayKind select(sapPayKind): required, trend
    sapCompanyCode select(sapCompanyCode): required, trend
    payingUnit department: system
    supplier supplier: required, trend
    purchaseGroup select(sapPurchaseGroup): required
    poNo text: ^\\d{10}$, when sapPayKind = "1"
    contractLink contract: visible when sapPayKind = "1"
    prepaymentWriteOffDate date: when sapPayKind = "1"
    planPayDate date: required, editable at financeManager
    earlyReason textarea: from 5 to 500, visible when sapPayKind = "3" or (count(items[dueDate != null]) > 0 and planPayDate < min(items[dueDate != null].dueDate))
    payMethod select(payMethod): required, editable at financeManager
    paymentReason text: required, to 30
    items table: required, from 1 to 500
    items.sapDocNo text: to 10, when header.sapPayKind != "1"
    items.fiscalYear integer: from 1900 to 9999, when header.sapPayKind != "1"
    items.lineNo integer: from 1 to 999, when header.sapPayKind != "1"
    items.reference text: to 40, visible when header.sapPayKind != "1"
    items.postingDate date: visible when header.sapPayKind != "1"
    items.dueDate date: visible when header.sapPayKind != "1"
    items.subtotal money: required
    items.openAmount money
    items.thisPayAmount money: required, trend, editable at accountantReview
    items.overdueDays calculated
    items.specialGl text: to 1 ^[A-Z0-9]$, editable at accountantReview, when header.sapPayKind = "1"
    items.itemText text: required, to 25, editable at accountantReview
    netPayable calculated
    houseBank select(houseBank): required, at financeManager, editable at financeManager
    sapPostNo text: system, visible when sapPostNo != null
    sapPostMsg textarea: system, visible when sapPostMsg != null
  `,
  nodes: `
    deptHead: any of departmentHead(applicantDept)
    buyerManager: any of role(purchaseManager), when sapPayKind in ("1","3")
    accountantReview: any of role(accountant, payingUnit), by hand
    viceGm: all of vicePresident(applicantDept), when totalAmountRmb > 100000 or sapPayKind in ("1","3")
    generalManager: any of generalManager, when totalAmountRmb > 500000
    financeManager: any of role(financeManager)
    sapPost: any of system
    cashier: any of role(cashier), by hand
    ccFinish: copy to initiator + person(ccUserList)
  `,
  rules: `
    SP-01 totalAmount also at accountantReview: 付款金额不能为0 | The payment amount cannot be 0
    SP-01-row items.thisPayAmount also at accountantReview: 本次付款金额不能为0 | The amount paid this time cannot be 0
    SP-01-subtotal items.subtotal: 金额不能为0 | The amount cannot be 0
    SP-02 items.thisPayAmount also at accountantReview: 本次付款金额不能大于小计或合计金额 | The amount paid this time must not exceed the subtotal or total
    SP-02-total totalAmount also at accountantReview: 本次付款金额不能大于小计或合计金额 | The amount paid this time must not exceed the subtotal or total
    SP-06 earlyReason: 提前付款请填写原因 | Give the reason for the early payment
    SP-08 totalAmount also at accountantReview: 贷项合计大于应付，无需付款 | Credits exceed payables, nothing to pay
    SP-09 prepaymentWriteOffDate: 预付冲销日期须晚于今天 | The write-off date must be after today
    SP-10 planPayDate also at financeManager: 计划付款日不能早于今天 | The planned payment date cannot be before today
  `,
}
