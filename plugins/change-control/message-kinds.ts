import { defineMessageKind } from '#kernel/plugin.ts'

/** A temporary change in production that runs longer than it was planned; its initiator is notified once. */
export const fiveMOverdue = defineMessageKind({
  key: 'fiveMOverdue',
  type: 'APPROVE',
  icon: 'swap',
  title: { cn: '临时变更已超期', en: 'Temporary change overdue' },
  content: { cn: '5M变更 {no}「{subject}」计划于{date}结束，现已超期',
    en: '5M change {no} “{subject}” was to end on {date} and is overdue' },
})
