import { definePartText } from '#fields/text.ts'
import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  title: { cn: '第 {n} 轮的变化', en: 'Changes in round {n}' },
  since: { cn: '与第 {n} 轮的差异', en: 'Changes since round {n}' },
  count: { cn: '与第 {n} 轮相比有 {count} 处不同', en: '{count} changes since round {n}' },
  count_one: { cn: '与第 {n} 轮相比有 {count} 处不同', en: '{count} change since round {n}' },
  same: { cn: '内容与第 {n} 轮相同', en: 'Same content as round {n}' },
  edits: { cn: '审批人修改了 {count} 处', en: '{count} edits by approvers' },
  edits_one: { cn: '审批人修改了 {count} 处', en: '{count} edit by an approver' },
  editsTitle: { cn: '审批人的修改', en: 'Edits by approvers' },
  show: { cn: '显示', en: 'Show' },
  choose: { cn: '选择轮次', en: 'Choose a round' },
  round: { cn: '第 {n} 轮', en: 'Round {n}' },
  field: { cn: '字段', en: 'Field' },
  before: { cn: '之前', en: 'Before' },
  after: { cn: '现在', en: 'Now' },
  who: { cn: '修改人', en: 'By' },
  row: { cn: '第 {n} 行', en: 'row {n}' },
  rowAdded: { cn: '新增第 {n} 行', en: 'Row {n} added' },
  rowRemoved: { cn: '删除第 {n} 行', en: 'Row {n} removed' },
  changed: { cn: '与之前不同', en: 'Changed' },
  previous: { cn: '上一轮', en: 'Previous round' },
  editedBy: { cn: '{name} 修改前', en: 'Before {name}’s edit' },
  newRow: { cn: '新增', en: 'New' },
  failed: { cn: '差异未能载入', en: 'Couldn’t load the differences' },
  retry: { cn: '重试', en: 'Retry' },
})

export type RoundsTextKey = keyof typeof cn

export const useRoundsText = definePartText<RoundsTextKey>({ cn, en })
