/** The fields of the register of what was paid beside the approvals; it has neither nodes nor rules of its own. */
export const offlineReimbursement = `
  amount money: required
  amountRmb money: system
  applicant person
  bearingDept department: required
  budgetDept department: system
  budgetMonth text: to 7 ^20[0-9]{2}-(0[1-9]|1[0-2])$
  businessNo text: system, to 30
  company select(company): required
  costCenter costCenter: required
  createTime datetime: system
  currencyType currency: required
  evidence attachment: to 10
  exchangeRate number: system
  expenseCategory expenseCategory: required
  expenseDate date: required
  expenseDetail text: required, to 25
  offlineSource select(offlineSource): required
  project project: when expenseCategory.projectRequired = true
  remark text: to 200
  voucherNo text: required, to 30
`
