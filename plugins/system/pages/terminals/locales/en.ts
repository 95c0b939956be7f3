import type { cn } from './cn.ts'

export const en = {
  title: 'Form availability',
  process: 'Form',
  web: 'Web',
  mini: 'Mini-program',
  search: 'Find a form',
  allow: '{name}: {terminal}',
  atLeastOne: 'Keep at least one',
  changed: 'Changed',
  note: 'Changes apply immediately. Without Web, the site only points to the mini-program',
  empty: 'No matching forms',
} as const satisfies Record<keyof typeof cn, string>
