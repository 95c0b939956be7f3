import type { cn } from './cn.ts'

export const en = {
  title: 'Standards and limits',
  empty: 'Nothing to set here',
  edit: 'Edit',
  editName: 'Edit {name}',
  save: 'Save',
  cancel: 'Cancel',
  changedBy: 'Changed by {name}, {time}',
  initial: 'Initial value',
  uses: 'Used by',
  moreUses: '{count} more',
  use_rule: '{form}: {text}',
  use_node: '{form}: approval step “{text}”',
  use_field: '{form}: {text}',
  none: 'No standard',
  required: 'Enter the {label}',
  changed: 'Changed by someone else. Close this and open it again',
  figure: 'Parameter',
  note: 'Changes apply immediately. Documents in approval follow them at their next check',
} as const satisfies Record<keyof typeof cn, string>
