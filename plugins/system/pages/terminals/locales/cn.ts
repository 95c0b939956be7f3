export const cn = {
  title: '终端设置',
  process: '流程',
  web: '网页端',
  mini: '小程序',
  search: '搜索流程',
  allow: '{name}：{terminal}',
  atLeastOne: '至少保留一个终端',
  changed: '已调整',
  note: '修改立即生效；去掉网页端后，该流程在网页上只提示到小程序中处理',
  empty: '没有符合条件的流程',
} as const
