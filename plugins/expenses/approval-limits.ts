import { approvalLimits } from '#plugins/forms/kit.ts'

/** Approval limits of expenses in RMB, with the shipped defaults; finance edits them. */
export const limits = approvalLimits('expenseLimit', { cn: '费用审批限额', en: 'Approval limits of expenses' }, {
  expenseReimbursement: { cn: '费用报销', en: 'Expense claim', limits: { viceGm: 5_000, generalManager: 50_000 } },
  entertainmentApply: { cn: '招待申请', en: 'Entertainment request', limits: { viceGm: 1_000, generalManager: 2_000 } },
  serviceFeeApply: { cn: '服务费申请', en: 'Service fee request',
    limits: { procurementReview: 10_000, legalReview: 100_000, viceGm: 5_000, generalManager: 50_000 } },
})
