export default {
  'statistics.period': '请选择不超过五年的时间范围',
  'statistics.withheld': '您的角色无权查看该统计所依据的字段',
  'statistics.refreshing': '正在统计，请稍后再试',
  'statistics.tooManyReports': '最多可设置 {most} 个定期报表',
  'statistics.recipients': '请至少选择一位接收人',
  'statistics.noSuchReport': '该定期报表已不存在',
  'statistics.noSuchView': '请选择您可以导出的统计视图',
  'statistics.readerMayNot': '{name}没有查看或导出此页的权限，请移除',
  'statistics.readerGone': '{name}已停用，请移除',
}
