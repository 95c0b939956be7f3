import type { cn } from './cn.ts'

export const en = {
  title: 'Address book',
  everyone: 'Whole company',
  units: 'Departments',
  search: 'Name, number, phone, e-mail or pinyin',
  departed: 'With people who are disabled or have left',
  name: 'Name',
  jobNumber: 'Job number',
  department: 'Department',
  position: 'Position',
  phone: 'Phone',
  email: 'E-mail',
  left: 'Left',
  off: 'Disabled',
  copy: 'Copy contact details',
  copied: 'Contact details of {name} are copied',
  none: 'Nobody matches',
  total: '{count} people',
} as const satisfies Record<keyof typeof cn, string>
