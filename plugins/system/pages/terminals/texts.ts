import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  title: { cn: '终端设置', en: 'Form availability' },
  process: { cn: '流程', en: 'Form' },
  web: { cn: '网页端', en: 'Web' },
  mini: { cn: '小程序', en: 'Mini-program' },
  search: { cn: '搜索流程', en: 'Find a form' },
  allow: { cn: '{name}：{terminal}', en: '{name}: {terminal}' },
  atLeastOne: { cn: '至少保留一个终端', en: 'Keep at least one' },
  changed: { cn: '已调整', en: 'Changed' },
  note: { cn: '修改立即生效；去掉网页端后，该流程在网页上只提示到小程序中处理',
    en: 'Changes apply immediately. Without Web, the site only points to the mini-program' },
  empty: { cn: '没有符合条件的流程', en: 'No matching forms' },
})
