import type { Section } from '#kernel/form.ts'

/** The first section of forms. */
export const basics = { id: 'basics', cn: '基本信息', en: 'Basics' } satisfies Section

/** Section of the budget and its explanations. */
export const budgeted = { id: 'budget', cn: '预算与说明', en: 'Budget and explanations' } satisfies Section

/** Section of advances that are written off. */
export const writtenOff = { id: 'writeOff', cn: '冲销', en: 'Offset an advance' } satisfies Section

/** Section of payees. */
export const paid = { id: 'payee', cn: '收款', en: 'Payee' } satisfies Section

/** The last sections of forms. */
export const closing = [
  { id: 'attachments', cn: '附件', en: 'Attachments' },
  { id: 'more', cn: '备注与抄送', en: 'Remarks and CC' },
] as const satisfies readonly Section[]
