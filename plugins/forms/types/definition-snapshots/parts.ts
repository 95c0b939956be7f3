import type { SharedFields } from './expectation.ts'

/** The fields of every document. */
export const header: SharedFields = {
  fields: `
    businessNo text: system
    businessType text: system
    state select(docState): system
    title text: required, to 200
    titleEn text: system, to 200
    applicant person: required, read-only
    initiator person: system
    applicantDept department: required, trend
    applicantPosition select(positionLevel): system
    company select(company): system
    createTime datetime: system
    currentTask text: system
    endTime datetime: system
    remark textarea: to 500
    attachmentList attachment: to 100
    ccUserList people: to 50
    relatedProcessList documentLink: to 20
  `,
  rules: `
    G-03 title: 名称不能超过30个字符 | The name must be within 30 characters
    G-21 applicantDept: 您属于多个部门，请选择审批部门/审批人 | You belong to several departments, an approver must be chosen
  `,
}

/** The bearers of the cost. */
export const bearing: SharedFields = {
  fields: `
    bearingDept department: required, trend, editable at accountantReview
    budgetDept department: system
    costCenter costCenter: required, editable at accountantReview
    usualCostCenter costCenter: system
    budgetMonth date: system, editable at accountantReview
    project project: editable at accountantReview, when expenseCategory.projectRequired
  `,
  rules: `
    G-06 bearingDept also at accountantReview: 没有预算，请选择正确的费用承担部门 | No budget, select the correct expense-bearing department
  `,
}

/** Currency, rate and totals. */
export const fx: SharedFields = {
  fields: `
    currencyType currency: required, trend
    exchangeRate number: system
    totalAmount calculated
    totalAmountRmb calculated: trend
    totalAmountCapital calculated: read-only
  `,
  rules: `
    G-08 currencyType: 该币种本月未设置汇率，请联系财务 | Exchange rate for the currency not set this month, contact finance
  `,
}

/** Over budget and overdue, with their explanations. */
export const budget: SharedFields = {
  fields: `
    overBudget switch: system, trend
    overBudgetInfo table: system
    overBudgetInfo.budgetDept department
    overBudgetInfo.departmentName text
    overBudgetInfo.category expenseCategory
    overBudgetInfo.month date
    overBudgetInfo.budget money
    overBudgetInfo.spent money
    overBudgetInfo.occupied money
    overBudgetInfo.available money
    overBudgetInfo.thisAmount money
    overBudgetInfo.exceeded money
    overBudgetInfo.warnLevel select(within 预算内/Within; near 接近/Near; over 超出/Over by; none 无预算/No budget; blocked 不可超出/Can’t be exceeded)
    overBudgetExplanation textarea: to 1000, when overBudget = true and count(overBudgetInfo[warnLevel = "blocked"]) = 0
    overdue switch: system, trend
    overdueExplanation textarea: to 1000, when overdue = true
    explainDtoList table: system
    explainDtoList.userName text: required
    explainDtoList.departmentName text
    explainDtoList.explain textarea: required, from 1 to 1000
    explainDtoList.explainType select(explainType)
  `,
  rules: `
    G-07 overBudgetExplanation: 已超预算，请填写超预算说明 | Over budget: enter an over-budget explanation
    G-09 overdueExplanation: 单据已逾期，请填写逾期说明 | This item is overdue: enter an overdue explanation
  `,
}

/** The payee. */
export const payee: SharedFields = {
  fields: `
    proceedsType select(proceedsType): required, editable at accountantReview
    payeeLines table: to 200, editable at accountantReview, when netPayable > 0
    payeeLines.account bankAccount
    payeeLines.proceedsName text: required, to 100
    payeeLines.proceedsAccount text: required, to 34 ^[A-Z0-9]{5,34}$
    payeeLines.proceedsAccountType select(proceedsAccountType): required
    payeeLines.currencyType currency: system
    payeeLines.bankName select(bank): required
    payeeLines.bankBranchNo text: ^\\d{12}$, when currencyType = "CNY" and proceedsAccountType = "1"
    payeeLines.swiftNumber text: ^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$, when currencyType != "CNY"
    payeeLines.bankAddress text: to 200, when currencyType != "CNY"
    payeeLines.payAmount money: required
    payeeLines.payReason text: required, to 30
    payeeLines.luhnConfirmed checkbox
  `,
  rules: `
    PAY-01 payeeLines also at accountantReview: 单人收款或工资卡只能有一个收款账户 | A single payee or payroll card can have only one account
    PAY-02 payeeLines.proceedsAccount also at accountantReview: 人民币账号须为8-30位数字 | An RMB account number has 8 to 30 digits
    PAY-03 payeeLines.payAmount also at accountantReview: 付款金额须大于0 | The payment amount must be more than 0
    G-11 payeeLines.proceedsAccount confirm also at accountantReview: 银行卡号校验未通过，请确认卡号是否正确，是否继续？ | The bank card number failed the check. Continue with this number?
    G-12 payeeLines also at accountantReview: 收款金额合计须等于实付金额 | The payee amounts must add up to the net payable
    G-13 payeeLines confirm also at accountantReview: 收款账户重复 | Duplicate payee account
  `,
}

/** The write-off of an advance. */
export const writeOff: SharedFields = {
  fields: `
    writeOffFlag radio(1 是/Yes; 0 否/No): required, trend
    writeOffItems table: editable at accountantReview, when writeOffFlag = "1"
    writeOffItems.disbursement documentLink(disbursement): required, to 1
    writeOffItems.openBalance money: system
    writeOffItems.writeOffAmount money: required, editable at accountantReview
    writeOffItems.prepaymentWriteOffDate date: system
    writeOffPartyName text: to 100, editable at accountantReview, when writeOffFlag = "1"
    writeOffPartyAbbr text: to 6, editable at accountantReview, when writeOffFlag = "1"
    writeOffTotal calculated
    netPayable calculated
  `,
  rules: `
    G-14 writeOffItems.disbursement also at accountantReview: 冲销项必须关联付款审批单 | Write-off items must link a disbursement approval
    G-15 writeOffItems.writeOffAmount also at accountantReview: 请填写冲销金额 | The write-off amount is required
    G-16 writeOffPartyAbbr: 请填写冲销单位简称，且不超过6个字符 | The party abbreviation is required and at most 6 characters
    G-17 writeOffItems.writeOffAmount also at accountantReview: 冲销金额不能大于未冲余额 | The offset is more than the open balance
    WO-01 writeOffTotal also at accountantReview: 冲销合计不能大于核准金额 | The total offset is more than the approved amount
  `,
}

/** The invoice columns of the rows of a table. */
export const invoice = (rows: string): SharedFields => ({
  fields: `
    ${rows}.invoiceType select(invoiceType): required, editable at accountantReview
    ${rows}.invoiceTitle select(company): editable at accountantReview, when invoiceType != "4"
    ${rows}.invoiceNo text: trend, to 500 ^[A-Za-z0-9/-]{3,40}(,[A-Za-z0-9/-]{3,40})*$, editable at accountantReview, when invoiceType != "4"
    ${rows}.invoiceCode text: ^(\\d{10}|\\d{12})$, editable at accountantReview, visible when string length(invoiceNo) = 8
    ${rows}.invoiceDate date: editable at accountantReview, when invoiceType != "4"
    ${rows}.invoiceKind select(invoiceKind): editable at accountantReview, when invoiceType != "4"
    ${rows}.taxRate percent: from 0 to 13, editable at accountantReview, when invoiceKind in ("1","5","6")
    ${rows}.taxAmount money: from 0, editable at accountantReview
    ${rows}.noInvoiceReason text: to 200, when invoiceType = "4"
    ${rows}.invoiceFiles attachment: trend, to 20 pdf/ofd/xml/png/jpg, editable at accountantReview, when invoiceType in ("1","3")
  `,
  rules: `
    INV-01 ${rows}.invoiceDate: 开票日期不能晚于今天 | The invoice date cannot be after today
    INV-02 ${rows}.taxAmount also at accountantReview: 税额须小于金额 | The tax must be less than the amount
  `,
})
