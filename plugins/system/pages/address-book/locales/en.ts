import type { cn } from './cn.ts'

export const en = {
  title: 'Address book',
  everyone: 'Whole company',
  units: 'Departments',
  search: 'Name, number, phone, e-mail or pinyin',
  departed: 'Include people who are deactivated or have left',
  name: 'Name',
  jobNumber: 'Job number',
  department: 'Department',
  position: 'Position',
  phone: 'Phone',
  email: 'E-mail',
  left: 'Left',
  off: 'Deactivated',
  copy: 'Copy contact details',
  copied: 'Copied {name}’s contact details',
  none: 'No matching people',
  total: '{count} people',
  total_one: '{count} person',
} as const satisfies Record<keyof typeof cn, string>
