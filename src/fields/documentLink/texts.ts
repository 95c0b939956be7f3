import { definePartText } from '../text.ts'
import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  choose: { cn: '选择单据', en: 'Choose documents' },
  more: { cn: '再选单据', en: 'Choose more' },
  change: { cn: '换一份', en: 'Replace' },
  full: { cn: '最多关联 {n} 份', en: 'Up to {n} documents' },
  title: { cn: '选择{label}', en: 'Choose {label}' },
  search: { cn: '按事由、标题或编号查找', en: 'Search by subject, title or number' },
  ok: { cn: '选择', en: 'Choose' },
  okCount: { cn: '选择 {count} 份', en: 'Choose {count}' },
  cancel: { cn: '取消', en: 'Cancel' },
  number: { cn: '编号', en: 'Number' },
  label: { cn: '事由', en: 'Subject' },
  description: { cn: '说明', en: 'Description' },
  state: { cn: '状态', en: 'State' },
  starter: { cn: '发起人', en: 'Initiator' },
  period: { cn: '期间', en: 'Period' },
  amount: { cn: '金额', en: 'Amount' },
  remaining: { cn: '余额', en: 'Remaining' },
  claimed: { cn: '已被单据 {number} 占用', en: 'Already claimed by {number}' },
  usedUp: { cn: '没有剩余金额', en: 'Nothing left to claim' },
  unfit: { cn: '不符合此处的条件', en: 'Doesn’t meet the conditions here' },
  none: { cn: '没有可以关联的单据', en: 'No documents to link' },
  noneFound: { cn: '没有找到，换个关键词试试', en: 'No results. Try another keyword' },
  failed: { cn: '单据未能载入', en: 'Couldn’t load the documents' },
  retry: { cn: '重试', en: 'Retry' },
  remove: { cn: '移除 {number}', en: 'Remove {number}' },
  open: { cn: '在新标签页打开 {number}', en: 'Open {number} in a new tab' },
  total: { cn: '共 {count} 份', en: '{count} in all' },
  hidden: { cn: '您没有查看权限', en: 'You don’t have access' },
})

export type LinkTextKey = keyof typeof cn

export const useLinkText = definePartText<LinkTextKey>({ cn, en })
