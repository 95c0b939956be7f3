import { approvalLimits } from '#plugins/forms/kit.ts'

/** Approval limits of travel in RMB, with the shipped defaults; finance edits them. */
export const limits = approvalLimits('travelLimit', { cn: '差旅审批限额', en: 'Approval limits of travel' }, {
  businessTrip: { cn: '出差申请', en: 'Business trip', limits: { viceGm: 5_000 } },
  travelReimbursement: { cn: '差旅报销', en: 'Travel claim', limits: { viceGm: 5_000, generalManager: 50_000 } },
  taxiApply: { cn: '打车申请', en: 'Taxi request', limits: { viceGm: 500 } },
})
