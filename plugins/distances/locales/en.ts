import type cn from './cn.ts'

export default {
  'distances.samePlace': 'Choose two different places',
  'distances.known': 'The distance between these places is already in the table',
} as const satisfies Record<keyof typeof cn, string>
