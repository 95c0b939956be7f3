export default {
  'statistics.period': '请选择不超过五年的时间范围',
}
