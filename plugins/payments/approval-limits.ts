import { approvalLimits } from '#plugins/forms/kit.ts'

/** Approval limits of payments in RMB, with the shipped defaults; finance edits them. */
export const limits = approvalLimits('paymentLimit', { cn: '付款审批限额', en: 'Approval limits of payments' }, {
  disbursement: { cn: '付款申请', en: 'Payment request', limits: { viceGm: 5_000, generalManager: 50_000, prepayment: 20_000 } },
  qualityClaim: { cn: '质量索赔', en: 'Quality claim', limits: { generalManager: 10_000 } },
})
