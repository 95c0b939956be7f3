import type cn from './cn.ts'

export default {
  'sales.baseKnown': 'This product already has a floor price',
} satisfies Record<keyof typeof cn, string>
