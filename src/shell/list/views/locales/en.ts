import type { cn } from './cn.ts'

export const en = {
  views: 'Views',
  all: 'Default view',
  own: 'My views',
  shared: 'Shared with me',
  by: '{name} · {owner}',
  changed: 'edited',
  save: 'Save as new view…',
  update: 'Update “{name}”',
  rename: 'Rename or share…',
  remove: 'Delete “{name}”',
  removed: 'View “{name}” deleted',
  saved: 'View “{name}” saved',
  new: 'New view',
  edit: 'View “{name}”',
  name: 'Name',
  share: 'Visible to',
  onlyMe: 'Only me',
  role: 'Role: {name}',
  note: 'Saves the current filters, sort order and columns. Shared views show each person only the records they have access to.',
  ok: 'Save',
} satisfies Record<keyof typeof cn, string>
