import { approvalLimits } from '#plugins/forms/kit.ts'

/** Approval limits of asset acceptances in RMB, with the shipped defaults; finance edits them. */
export const limits = approvalLimits('assetLimit', { cn: '资产验收审批限额', en: 'Approval limits of assets' }, {
  assetsAcceptance: { cn: '资产验收', en: 'Asset acceptance', limits: { financeHead: 100_000, viceGm: 500_000 } },
})
