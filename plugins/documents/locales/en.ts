import type cn from './cn.ts'

export default {
  'permission.abandoned': 'Voiding of documents',
} as const satisfies Record<keyof typeof cn, string>
