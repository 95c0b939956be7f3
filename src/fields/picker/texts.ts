import { definePartText } from '../text.ts'
import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  title: { cn: '选择{label}', en: 'Choose {label}' },
  search: { cn: '按名称或编号查找', en: 'Search by name or number' },
  searchAny: { cn: '查找', en: 'Search' },
  searchOnlyKey: { cn: '按{label}查找', en: 'Search by {label}' },
  searchKey: { cn: '按名称或{label}查找', en: 'Search by name or {label}' },
  ok: { cn: '选择', en: 'Choose' },
  okCount: { cn: '选择 {count} 项', en: 'Choose {count}' },
  okPeople: { cn: '选择 {count} 人', en: 'Choose {count} people' },
  okPeople_one: { cn: '选择 {count} 人', en: 'Choose {count} person' },
  cancel: { cn: '取消', en: 'Cancel' },
  none: { cn: '没有可以选择的记录', en: 'Nothing to choose from' },
  noneFound: { cn: '没有找到，换个关键词试试', en: 'No results. Try another keyword' },
  failed: { cn: '列表未能载入', en: 'Couldn’t load the list' },
  retry: { cn: '重试', en: 'Retry' },
  total: { cn: '共 {count} 项', en: '{count} in all' },
  totalPeople: { cn: '共 {count} 人', en: '{count} people' },
  totalPeople_one: { cn: '共 {count} 人', en: '{count} person' },
  unfit: { cn: '不符合此处的条件', en: 'Doesn’t meet the conditions here' },
  disabled: { cn: '已停用', en: 'Disabled' },
  full: { cn: '最多选择 {n} 项', en: 'Up to {n}' },
  fullPeople: { cn: '最多选择 {n} 人', en: 'Up to {n} people' },
  code: { cn: '编号', en: 'Number' },
  name: { cn: '名称', en: 'Name' },
  parentId: { cn: '上级', en: 'Parent' },
  label: { cn: '流程', en: 'Process' },
  description: { cn: '描述', en: 'Description' },
  departmentName: { cn: '部门', en: 'Department' },
  fullName: { cn: '全称', en: 'Full name' },
})

export type PickerTextKey = keyof typeof cn

export const usePickerText = definePartText<PickerTextKey>({ cn, en })
