import type { FormValue } from '#kernel/values/value.ts'

/** Payee fields for a company account; the index makes the account number unique. */
export const toCompany = (name: string, index: number): FormValue => ({
  proceedsType: '1',
  payeeLines: [{ proceedsName: name, proceedsAccount: `3205017754360000${1000 + index}`, proceedsAccountType: '1', bankName: '中国建设银行',
    bankBranchNo: '105305060018' }],
})

/** Payee fields for an employee's card. */
export const toCard = (name: string): FormValue => ({
  proceedsType: '3',
  payeeLines: [{ proceedsName: name, proceedsAccount: '6222001234567890122', proceedsAccountType: '2', bankName: '招商银行' }],
})
