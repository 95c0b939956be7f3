import type { cn } from './cn.ts'

export const en = {
  title: 'Terminal settings',
  process: 'Process',
  web: 'Web',
  mini: 'Mini-program',
  search: 'Find a process',
  allow: '{name}: {terminal}',
  atLeastOne: 'At least one terminal stays',
  changed: 'Changed',
  note: 'Changes act at once; without Web, the web pages only point to the mini-program',
  empty: 'No process matches',
} as const satisfies Record<keyof typeof cn, string>
