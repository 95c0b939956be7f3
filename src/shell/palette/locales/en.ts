import type { cn } from './cn.ts'

export const en = {
  name: 'Search documents, people, pages',
  latest: 'My latest requests',
  documents: 'Documents',
  people: 'People',
  pages: 'Pages',
  start: 'New request',
  actions: 'Actions',
  none: 'No results for “{keyword}”',
  searchAll: 'Search documents for “{keyword}”',
  toLanguage: 'Switch to Chinese',
  toDark: 'Switch to dark',
  toLight: 'Switch to light',
  newRequest: 'New request',
  signOut: 'Sign out',
  startAt: 'New request › {group}',
  choose: 'Choose',
  open: 'Open',
  hint: 'Pinyin and initials work too',
} satisfies Record<keyof typeof cn, string>
