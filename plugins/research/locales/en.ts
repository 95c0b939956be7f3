import type cn from './cn.ts'

export default {
  'research.monthFull': 'The member’s hours of the month exceed {hours}',
  'research.notMapped': 'The project isn’t in the R&D project mapping',
} satisfies Record<keyof typeof cn, string>
