import type { cn } from './cn.ts'

export const en = {
  title: 'Standards and limits',
  empty: 'There is nothing to maintain',
  edit: 'Edit',
  editName: 'Edit {name}',
  save: 'Save',
  cancel: 'Cancel',
  changedBy: 'Changed by {name}, {time}',
  initial: 'Initially',
  uses: 'Used by',
  moreUses: '{count} more',
  use_rule: '{form}: {text}',
  use_node: '{form}: approval step “{text}”',
  use_field: '{form}: {text}',
  none: 'No standard',
  required: 'Enter {label}',
  changed: 'Changed by someone else; close this and open it again',
  figure: 'Parameter',
  note: 'Changes apply at once; documents in approval follow them at their next check',
} as const satisfies Record<keyof typeof cn, string>
