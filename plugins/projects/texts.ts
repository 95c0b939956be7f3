import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'projects.overlap': { cn: '有效期重叠', en: 'Validity periods overlap' },
  'projects.validityOrder': { cn: '失效日不能早于生效日', en: 'The last day of validity can’t be before the first' },
  'projects.dateOrder': { cn: '结束日期不能早于开始日期', en: 'The end date can’t be before the start date' },
  // in histories of documents from before `ownerOf`
  'approval.reason.projectOwner': { cn: '项目经理', en: 'Project manager' },
})
