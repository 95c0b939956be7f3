import { approvalLimits } from '#plugins/forms/kit.ts'

/** The amounts in RMB by which steps take part, as shipped; finance edits them. */
export const limits = approvalLimits('sapPaymentLimit', { cn: 'SAP付款审批限额', en: 'Approval limits of SAP payments' }, {
  sapPayment: { cn: 'SAP付款', en: 'SAP payment', limits: { viceGm: 100_000, generalManager: 500_000 } },
})
