import type { cn } from './cn.ts'

export const en = {
  withRow: 'Check against row {place}',
  title: 'Invoice check',
  number: 'Number',
  buyer: 'Title',
  date: 'Date',
  amount: 'Amount',
  taxRate: 'Tax rate',
  kind: 'Category',
  duplicate: 'Duplicate',
  unused: 'Not used elsewhere',
  usedElsewhere: 'Used in another document',
  same: 'Matches',
  different: 'Differs',
  entered: 'entered {value}',
  excess: '{value} above',
  unread: 'The file couldn’t be read. Check it by eye',
  allSame: 'Invoices match their files in {count} rows',
  differing: '{count} values differ from the files',
  rowSays: 'Row {place}, {subject}: {entered} entered, {read} in the file',
  someUnread: 'Files of {count} rows couldn’t be read. Check them by eye',
} as const satisfies Record<keyof typeof cn, string>
