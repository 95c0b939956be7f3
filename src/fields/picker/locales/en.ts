import type { cn } from './cn.ts'

export const en = {
  'title': 'Choose {label}',
  'search': 'Search by name or number',
  'ok': 'Choose',
  'okCount': 'Choose {count}',
  'cancel': 'Cancel',
  'none': 'Nothing to choose from',
  'noneFound': 'No results. Try another keyword',
  'failed': 'Couldn’t load the list',
  'retry': 'Retry',
  'total': '{count} in all',
  'unfit': 'Doesn’t meet the conditions here',
  'disabled': 'Disabled',
  'full': 'Up to {n}',
  'code': 'Number',
  'name': 'Name',
  'parentId': 'Parent',
  'label': 'Process',
  'description': 'Description',
  'departmentName': 'Department',
  'fullName': 'Full name',
} satisfies Record<keyof typeof cn, string>
