import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { CallParameters } from '#kernel/evaluate/external-questions.ts'
import type { Env } from '#server/env.ts'
import type { ExternalCall, ExternalRow } from '#server/external/external-call.ts'
import { sapClient } from './client.ts'
import { answered } from './outage.ts'
import { isSapSet } from './settings.ts'
import { credit, infoRecords } from './wire.ts'

const figures = (ask: (env: Env, parameters: CallParameters) => Promise<readonly ExternalRow[]>): ExternalCall => ({
  system: { cn: 'SAP', en: 'SAP' },
  isSet: isSapSet,
  ask: ({ env }, parameters) => answered(() => ask(env, parameters)),
})

/** The limit and the debt of a customer, in RMB; asked by `customer`. */
export const customerCredit = figures(async (env, { customer = '' }) => {
  const { limit, receivables } = await sapClient(env).get(`/customers/${encodeURIComponent(customer)}/credit`, {}, credit)
  return [{ limit, receivables }]
})

/**
 * The price at which a vendor sold a material last: `each` for one piece without tax, `gross` with the tax that is asked with,
 * `price` for as many pieces as `priceUnit`. Asked by `vendor`, `material` and `currency`, narrowed by `plant`.
 */
export const infoRecord = figures(async (env, { taxRate = '0', priceUnit = '1', ...query }) => {
  const { items: [newest] } = await sapClient(env).get('/info-records', { ...query, page: 1, size: 1 }, infoRecords)
  if (!newest) return []
  const each = new Decimal(newest.price).div(newest.priceUnit)
  return [{ each: text(each), gross: text(each.times(percentOf(taxRate).div(100).plus(1))), price: text(each.times(positive(priceUnit))),
    validFrom: newest.validFrom }]
})

const text = (amount: Decimal): string => amount.toFixed(6, Decimal.ROUND_HALF_UP)

const decimal = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/)
const percentOf = (text: string): Decimal => new Decimal(decimal.safeParse(text).data ?? 0)
const positive = (text: string): Decimal => Decimal.max(decimal.safeParse(text).data ?? 1, 1)
