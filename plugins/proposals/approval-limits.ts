import { approvalLimits } from '#plugins/forms/kit.ts'

/** Approval limits of general requests in RMB, with the shipped defaults; finance edits them. */
export const limits = approvalLimits('proposalLimit', { cn: '综合审批限额', en: 'Approval limits of general requests' }, {
  universalApproval: { cn: '通用审批', en: 'General request', limits: { generalManager: 50_000 } },
  rapidProject: { cn: '快速立项', en: 'Rapid project', limits: { generalManager: 50_000 } },
})
