import { approvalLimits } from '#plugins/forms/kit.ts'

/** Approval limits of contracts in RMB, with the shipped defaults; finance edits them. */
export const limits = approvalLimits('contractLimit', { cn: '合同审批限额', en: 'Approval limits of contracts' }, {
  contractApproval: { cn: '合同', en: 'Contracts', limits: { viceGm: 500_000, generalManager: 2_000_000 } },
  salesContractApproval: { cn: '销售合同', en: 'Sales contracts', limits: { viceGm: 1_000_000, generalManager: 5_000_000 } },
  purchaseContract: { cn: '采购合同', en: 'Purchase contracts', limits: { quotations: 50_000 } },
})
