export default {
  'research.monthFull': '该成员当月工时超过{hours}小时',
  'research.notMapped': '项目未在研发项目映射中维护',
} as const
