import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'dingtalk.finishedFirst': { cn: '完成时间不能早于发起时间', en: 'An approval cannot finish before it starts' },
})
