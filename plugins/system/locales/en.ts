import type cn from './cn.ts'

export default {} as const satisfies Record<keyof typeof cn, string>
