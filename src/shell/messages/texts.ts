import { definePartText } from '#fields/text.ts'
import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  title: { cn: '消息中心', en: 'Messages' },
  notifications: { cn: '消息通知', en: 'Notifications' },
  approve: { cn: '审批', en: 'Approvals' },
  cc: { cn: '抄送', en: 'CC' },
  comment: { cn: '评论', en: 'Comments' },
  commentAt: { cn: '提到我', en: 'Mentions' },
  tabs: { cn: '消息分类', en: 'Message types' },
  readAll: { cn: '全部标为已读', en: 'Mark all read' },
  settings: { cn: '通知设置', en: 'Notification settings' },
  openCentre: { cn: '打开消息中心', en: 'Open message centre' },
  none: { cn: '还没有消息', en: 'No messages yet' },
  noneHere: { cn: '这一类没有消息', en: 'No messages of this type' },
  unread: { cn: '未读', en: 'unread' },
  now: { cn: '刚刚', en: 'now' },
  minutes: { cn: '{n} 分钟', en: '{n} min' },
  hours: { cn: '{n} 小时', en: '{n} h' },
  days: { cn: '{n} 天', en: '{n} d' },
  close: { cn: '关闭通知', en: 'Close notification' },
  more: { cn: '另有 {count} 条新消息', en: '{count} more new messages' },
  more_one: { cn: '另有 {count} 条新消息', en: '{count} more new message' },
  new: { cn: '新消息', en: 'New message' },
})

export const useMessagesText = definePartText<keyof typeof cn>({ cn, en })
