import { defineMessageKind } from '#kernel/plugin.ts'

export const reportReady = defineMessageKind({
  key: 'statisticsReport',
  type: 'APPROVE',
  icon: 'bar-chart',
  title: { cn: '统计报表', en: 'Statistics report' },
  content: { cn: '{owner}定期发送的报表“{report}”，数据截至{date}', en: '{owner} shared “{report}” with you. Data up to {date}' },
})
