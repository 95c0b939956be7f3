export default {
  'permission.office:journey:view': '查看行程',
  'journeys.times': '出发时间必须早于到达时间',
  'journeys.samePlace': '目的地不能与出发地相同',
  'journeys.place': '请选择有效的地区',
  'journeys.overlap': '行程时间不能重叠',
  'journeys.ofDocument': '该行程由单据{no}生成，不能在此修改',
}
