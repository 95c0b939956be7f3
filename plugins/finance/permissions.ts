import { anyOf } from '../../src/kernel/permissions.ts'

/** Whoever may do anything in finance sees the way to it. */
export const anyFinance = anyOf('finance')
