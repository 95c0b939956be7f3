import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isDate, todayOf } from '#kernel/values/dates.ts'
import { Refused } from '#kernel/errors.ts'
import { fieldSchema } from '#kernel/kinds/schema.ts'
import { needs, signedIn } from '#server/http/access.ts'
import { sendEnvelope } from '#server/http/answers/envelope.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { versionInput } from '#server/http/version-input.ts'
import cn from '../locales/cn.ts'
import en from '../locales/en.ts'
import { exchangeRate } from '../exchange-rate.ts'
import { canRate } from '../permissions.ts'
import { rateChanges } from './rate-changes.ts'
import { rateYear, setMonth } from './rate-year.ts'
import { monthBefore, rates } from './rates.ts'

const path = '/budgetservice/exchangeRate'

/** Schema of a query with only the timestamp that the client appends to every address. */
const stamped = z.strictObject({ _t: z.unknown().optional() })

const code = z.string().regex(/^[A-Z]{3}$/)

const currentQuery = stamped.extend({ currency: code, date: z.string().refine(isDate, 'error.field.format').optional() })

const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/)

const { rate, reason } = exchangeRate.fields

const monthInput = z.strictObject({
  yearMonth: month,
  rates: z.array(
    z.strictObject({ currency: code, rate: z.string('error.field.required').pipe(fieldSchema(rate) as z.ZodType<string, string>),
      version: versionInput.nullish() }),
  ).min(1).max(200),
  reason: fieldSchema(reason) as z.ZodType<string | null | undefined>,
})

/**
 * Calls of exchange rates beyond the generic ones: rate of a day, year overview, corrections, setting a month, and copying the previous
 * one.
 */
export function rateRoutes(app: FastifyInstance, host: Host): void {
  const { db, clock, log } = host
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get(`${path}/current`, { config: { access: signedIn, resource: 'exchangeRate' }, schema: { querystring: currentQuery } },
    async (request, reply) => {
      const { currency, date = todayOf(clock.now()) } = request.query
      const rate = await rates(db).ofMonth(currency, date.slice(0, 7)).catch((error: unknown) => {
        if (error instanceof Refused) throw error
        log.error({ err: error, traceId: request.id }, 'the exchange rate could not be read')
        return undefined
      })
      return rate === undefined ? lookupFailed(request, reply) : { currency, rate }
    })

  routes.post(`${path}/copyPrevious`, { config: { access: needs(canRate.add), resource: 'exchangeRate', repeats: 'once' },
    schema: { body: z.strictObject({ yearMonth: month }) } }, async (request) => {
    const { yearMonth } = request.body
    return unitOfWork(host, request, async ({ db: tx, caller, at }) => {
      const copied = await rates(tx).copyPrevious(yearMonth, { by: caller.id, at })
      if (copied === 0) throw new Refused('currencies.nothingToCopy', { month: monthBefore(yearMonth) })
      request.audited = { id: yearMonth, after: { from: monthBefore(yearMonth), copied } }
      return { copied }
    })
  })

  const viewing = { access: needs(canRate.view), resource: 'exchangeRate' } as const

  routes.get(`${path}/year/:year`, { config: viewing,
    schema: { params: z.strictObject({ year: z.coerce.number().int().min(2000).max(2199) }), querystring: stamped } },
    ({ params }) => rateYear(host, params.year))

  routes.get(`${path}/changes`, { config: viewing, schema: { querystring: stamped.extend({ currency: code, yearMonth: month }) } },
    ({ query }) => rateChanges(db).of(query.currency, query.yearMonth))

  routes.put(`${path}/month`, { config: { access: needs(canRate.edit), resource: 'exchangeRate', repeats: 'once' },
    schema: { body: monthInput } }, async (request) => {
    const { yearMonth, rates: input, reason } = request.body
    return unitOfWork(host, request, async ({ db: tx, caller, at }) => {
      const before = await setMonth(tx, { month: yearMonth, rates: input, reason }, { by: caller.id, at })
      request.audited = { id: yearMonth, before,
        after: { ...Object.fromEntries(input.map(({ currency, rate: set }) => [currency, set])), ...(reason && { reason }) } }
      return true
    })
  })
}

/**
 * Answers a failed lookup with a message that clients recognise and suppress: the field stays empty, and filing is refused by its own
 * check.
 */
function lookupFailed(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const texts = request.language === 'en' ? en : cn
  return sendEnvelope(reply, 200, { code: 500, msg: texts['currencies.rateLookupFailed'], traceId: request.id })
}
