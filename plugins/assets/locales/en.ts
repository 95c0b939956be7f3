import type cn from './cn.ts'

export default {
  'assets.beyondContract': 'The accepted amount exceeds the contract amount',
} satisfies Record<keyof typeof cn, string>
