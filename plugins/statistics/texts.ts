import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'statistics.period': { cn: '请选择不超过五年的时间范围', en: 'Choose a period of up to five years' },
  'statistics.withheld': { cn: '您的角色无权查看该统计所依据的字段', en: 'Your role doesn’t show the fields that this is counted by' },
  'statistics.refreshing': { cn: '正在统计，请稍后再试', en: 'A recount is already running. Try again later' },
  'statistics.tooManyReports': { cn: '最多可设置 {most} 个定期报表', en: 'You can have at most {most} scheduled reports' },
  'statistics.recipients': { cn: '请至少选择一位接收人', en: 'Choose at least one recipient' },
  'statistics.noSuchReport': { cn: '该定期报表已不存在', en: 'This scheduled report no longer exists' },
  'statistics.noSuchView': { cn: '请选择您可以导出的统计视图', en: 'Choose a view of statistics that you can export' },
  'statistics.readerMayNot': { cn: '{name}没有查看或导出此页的权限，请移除', en: '{name} can’t open this page or export it. Remove them' },
  'statistics.readerGone': { cn: '{name}已停用，请移除', en: '{name} is deactivated. Remove them' },
})
