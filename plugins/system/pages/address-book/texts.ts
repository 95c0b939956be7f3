import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  title: { cn: '通讯录', en: 'Address book' },
  everyone: { cn: '全公司', en: 'Whole company' },
  units: { cn: '部门', en: 'Departments' },
  search: { cn: '姓名、工号、手机、邮箱或拼音', en: 'Name, number, phone, e-mail or pinyin' },
  departed: { cn: '包含已停用和离职人员', en: 'Include people who are deactivated or have left' },
  name: { cn: '姓名', en: 'Name' },
  jobNumber: { cn: '工号', en: 'Job number' },
  department: { cn: '部门', en: 'Department' },
  position: { cn: '岗位', en: 'Position' },
  phone: { cn: '手机', en: 'Phone' },
  email: { cn: '邮箱', en: 'E-mail' },
  left: { cn: '已离职', en: 'Left' },
  off: { cn: '已停用', en: 'Deactivated' },
  copy: { cn: '复制联系方式', en: 'Copy contact details' },
  copied: { cn: '{name}的联系方式已复制', en: 'Copied {name}’s contact details' },
  none: { cn: '没有符合条件的人员', en: 'No matching people' },
  total: { cn: '共 {count} 人', en: '{count} people' },
  total_one: { cn: '共 {count} 人', en: '{count} person' },
})
