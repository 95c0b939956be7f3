import type { cn } from './cn.ts'

export const en = {
  'title': 'Choose: {label}',
  'search': 'Find by name or number',
  'ok': 'Choose',
  'okCount': 'Choose {count}',
  'cancel': 'Cancel',
  'none': 'There is nothing to choose from',
  'noneFound': 'Nothing found, try another word',
  'failed': 'The list could not be loaded',
  'retry': 'Retry',
  'total': '{count} in all',
  'unfit': 'Does not meet the conditions here',
  'disabled': 'Disabled',
  'full': 'At most {n}',
  'code': 'Number',
  'name': 'Name',
  'parentId': 'Parent',
  'label': 'Process',
  'description': 'Description',
  'departmentName': 'Department',
  'fullName': 'Full name',
} satisfies Record<keyof typeof cn, string>
