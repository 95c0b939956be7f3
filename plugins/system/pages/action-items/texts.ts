import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  title: { cn: '需要您处理', en: 'Needs attention' },
  calm: { cn: '一切正常，没有需要处理的事项', en: 'All is well. Nothing needs attention' },
  flows_one: { cn: '处流程今天会找不到审批人或走不通', en: 'place in the flows would find nobody today or leads nowhere' },
  flows_other: { cn: '处流程今天会找不到审批人或走不通', en: 'places in the flows would find nobody today or lead nowhere' },
  open: { cn: '去处理', en: 'Open' },
})
