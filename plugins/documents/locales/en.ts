import type cn from './cn.ts'

export default {
  'permission.abandoned': 'Void documents',
} as const satisfies Record<keyof typeof cn, string>
