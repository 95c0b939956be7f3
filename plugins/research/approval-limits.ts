import { approvalLimits } from '#plugins/forms/kit.ts'

/** Approval limits of patents in RMB, with the shipped defaults; finance edits them. */
export const limits = approvalLimits('patentLimit', { cn: '专利审批限额', en: 'Approval limits of patents' }, {
  patentApplication: { cn: '专利申请', en: 'Patent application', limits: { viceGm: 20_000 } },
})
