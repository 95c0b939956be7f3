import type { SharedFields } from '#plugins/forms/types/definition-snapshots/expectation.ts'

/** Fields, nodes and rules that contracts of every kind have. */
export const contract: SharedFields = {
  fields: `
    contractName text: required, to 30
    contractNo text: to 40 ^[A-Za-z0-9\\-/()]{3,40}$, editable at legal
    contractType select(contractType): required, trend
    contractClass select(contractClass): required, trend
    isSupplementary switch
    mainContract contract: when isSupplementary = true
    subjectType select(contractSubject): required
    currencyType currency: required, trend
    exchangeRate number: system
    taxRate select(0 0%/0%; 1 1%/1%; 3 3%/3%; 6 6%/6%; 9 9%/9%; 13 13%/13%): required
    amount money: required, trend, from 0
    amountRmb calculated: trend
    amountCapital calculated: read-only
    signCompany select(company): required
    counterparty text: required, to 100
    counterpartyContact text: to 60
    paymentTerm select(paymentTerm): required
    settlementMethod select(settlementMethod): required
    prepayPercent integer: from 0 to 100, when not(contractType in ("nda","quality"))
    receiptPercent integer: from 0 to 100, when not(contractType in ("nda","quality"))
    acceptancePercent integer: from 0 to 100, when not(contractType in ("nda","quality"))
    warrantyPercent integer: from 0 to 100, when not(contractType in ("nda","quality"))
    percentTotal calculated
    prepaymentWriteOffDate date: when prepayPercent > 0
    warrantyMonths integer: from 1 to 120, when warrantyPercent > 0
    signDate date: required
    effectiveDate date
    expiryDate date: required
    autoRenew switch
    useTemplate radio(yesNo): required, trend
    sealType multiselect(contract 合同章/Contract seal; company 公章/Company seal; legal 法人章/Legal representative seal; none 不用印/None): required, trend
    copies integer: required, from 1 to 20
    project project
    ownerPerson person: required
    summary textarea: required, to 1000
    riskLevel select(riskGrade): trend, editable at legal
    contractFullText attachment: required, to 5 pdf
    contractWord attachment: to 5 doc/docx
    signedScan attachment: to 5 pdf, editable at seal
    storageLocation select(contractStorage): required, at archive, editable at archive
    storageNo text: to 40, editable at archive, visible when storageLocation != null
  `,
  rules: `
    C-R1 prepayPercent: 付款比例须为整数且合计100% | Payment percentages must be integers totalling 100%
    C-R3 amount: 框架合同金额必须为0 | The amount of a framework contract must be 0
    C-R3-amount amount: 合同金额必须大于0 | The contract amount must be greater than 0
    C-R4 prepaymentWriteOffDate: 存在预付款时必须填写预付冲销日期 | A prepayment term needs a prepayment offset date
    C-R4-date prepaymentWriteOffDate: 预付冲销日期不能早于签订日期 | The prepayment offset date must not be earlier than the signing date
    C-R6 expiryDate: 到期日期必须晚于签订日期 | The expiry date must be later than the signing date
    C-R6-effective effectiveDate: 签订日期不能晚于生效日期 | The signing date must not be later than the effective date
    C-R7 mainContract: 补充合同必须选择主合同 | A supplementary contract needs its main contract
    C-R14 sealType: 不用印时不能再选其他印章 | “None” can’t be combined with other seals
    G-08 currencyType: 该币种本月未设置汇率，请联系财务 | Exchange rate for the currency not set this month, contact finance
  `,
}

/** Of contracts that are reviewed clause by clause. */
export const reviewed: SharedFields = {
  fields: `
    contractClass select(contractClass): required, read-only, trend
    deliveryDate date: when contractType != "framework"
    items.qty number: required, from 0
    items.unit select(unit): required
    items.unitPrice money: required, from 0
    items.lineAmount calculated
    clauses table: required, from 1 to 50
    clauses.clauseType select(reviewClauseType): required
    clauses.content textarea: required, to 500
    clauses.department department: required
    clauses.reviewer person: required, trend
    clauses.result select(reviewResult): required, at clauseReview, editable at clauseReview
    clauses.opinion textarea: to 500, editable at clauseReview, when result in ("conditional","fail")
  `,
  rules: `
    X-R1 clauses: 请至少添加一条评审条款 | Add at least one review clause
    X-R1-twice clauses: 条款类型重复 | Two clauses have the same type
    X-R2 amount: 产品明细合计必须等于合同金额 | Product lines must total the contract amount
    X-R2-qty items.qty: 数量必须大于0 | The quantity must be greater than 0
    X-R2-delivery deliveryDate: 交货日期不能早于签订日期 | The delivery date must not be earlier than the signing date
    X-R5 clauses at legal finance vp gm seal archive: 存在不通过的条款，请退回修改 | A clause failed. Return the document for changes
  `,
}

/** The last steps of every contract. */
export const sealed = `
  seal: any of role(sealKeeper), when not(list contains(sealType, "none")), by hand
  archive: any of role(legal), by hand`
