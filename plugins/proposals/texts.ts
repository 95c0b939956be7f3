import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'permission.proposal_apply_abandoned': { cn: '作废提案', en: 'Void proposals' },
  'forms.processInChange': { cn: '流程{label}已在变更单{no}中', en: 'Process {label} is already in change request {no}' },
  'forms.projectExists': { cn: '项目名称或编号已存在', en: 'The project name or code already exists' },
  'forms.projectUsed': { cn: '单据{no}使用了本项目，不能撤销或修改', en: '{no} uses this project, so it can’t be revoked or edited' },
  'forms.proposalExists': { cn: '已有同名提案{no}', en: 'A proposal with this name already exists: {no}' },
})
