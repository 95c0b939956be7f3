import { defineMessageKind } from '#kernel/message-kind.ts'

export const reportReady = defineMessageKind({
  key: 'statisticsReport',
  type: 'APPROVE',
  icon: 'bar-chart',
  title: { cn: '统计报表', en: 'Statistics report' },
  content: { cn: '{owner}定期发送的报表“{view}”（{page}），数据截至{date}', en: '{owner} shared “{view}” ({page}) with you. Data up to {date}' },
})
