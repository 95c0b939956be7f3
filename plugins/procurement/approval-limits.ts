import { approvalLimits } from '#plugins/forms/kit.ts'

/** Approval limits of procurement in RMB, with the shipped defaults; finance edits them. */
export const limits = approvalLimits('procurementLimit', { cn: '采购审批限额', en: 'Approval limits of purchasing' }, {
  costBasedProcurement: { cn: '费用采购', en: 'Expense purchase', limits: { viceGm: 3_000, generalManager: 30_000 } },
  purchasePrice: { cn: '采购价格', en: 'Purchase price', limits: { viceGm: 100_000, generalManager: 500_000 } },
})
