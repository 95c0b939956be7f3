import type { Feel } from '#kernel/fields.ts'
import type { Measure } from '#kernel/statistics.ts'

export const documents = { cn: '单据数', en: 'Documents', unit: 'documents' } satisfies Measure

export const amount = (cn: string, en: string, rest: Partial<Measure> = {}): Measure => ({ cn, en, unit: 'amount', ...rest })
export const count = (cn: string, en: string, rest: Partial<Measure> = {}): Measure => ({ cn, en, unit: 'count', ...rest })
export const days = (cn: string, en: string, rest: Partial<Measure> = {}): Measure => ({ cn, en, unit: 'days', ...rest })

/** What is approved of a row, and what was asked for, in RMB at the document's rate. */
export const approvedRmb: Feel = 'rmb(approvedAmount, header.exchangeRate)'
export const requestedRmb: Feel = 'rmb(amount, header.exchangeRate)'

/** 1 where a condition holds. */
export const once = (condition: Feel): Feel => `if ${condition} then 1 else 0`
