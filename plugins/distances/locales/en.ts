import type cn from './cn.ts'

export default {
  'distances.samePlace': 'The two places must differ',
  'distances.known': 'The distance of these places is in the table already',
} as const satisfies Record<keyof typeof cn, string>
