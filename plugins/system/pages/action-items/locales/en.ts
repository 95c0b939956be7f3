import type { cn } from './cn.ts'

export const en = {
  title: 'Needs attention',
  calm: 'All is well. Nothing needs attention',
  flows_one: 'place in the flows would find nobody today or leads nowhere',
  flows_other: 'places in the flows would find nobody today or lead nowhere',
  open: 'Open',
} as const satisfies Record<keyof typeof cn, string>
