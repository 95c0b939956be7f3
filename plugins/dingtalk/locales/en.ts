import type cn from './cn.ts'

export default {
  'dingtalk.finishedFirst': 'An approval cannot finish before it starts',
} as const satisfies Record<keyof typeof cn, string>
