import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { isDate, todayOf } from '../../../src/kernel/dates.ts'
import { Refused } from '../../../src/kernel/errors.ts'
import { transaction } from '../../../server/database/transaction.ts'
import { needs, signedIn } from '../../../server/http/access.ts'
import { sendEnvelope } from '../../../server/http/envelope.ts'
import type { Host } from '../../../server/plugin.ts'
import cn from '../locales/cn.ts'
import en from '../locales/en.ts'
import { canRate } from '../permissions.ts'
import { monthBefore, rates } from './rates.ts'

const path = '/budgetservice/exchangeRate'

const currentQuery = z.strictObject({ currency: z.string().regex(/^[A-Z]{3}$/), date: z.string().refine(isDate, 'error.field.format').optional(), _t: z.unknown().optional() })

const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/)

/** What the generic calls of the rates do not do: the rate of a day, and a month begun from the one before. */
export function rateRoutes(app: FastifyInstance, { db, clock, log }: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get(`${path}/current`, { config: { access: signedIn, resource: 'exchangeRate' }, schema: { querystring: currentQuery } }, async (request, reply) => {
    const { currency, date = todayOf(clock.now()) } = request.query
    const rate = await rates(db).ofMonth(currency, date.slice(0, 7)).catch((error: unknown) => {
      if (error instanceof Refused) throw error
      log.error({ err: error, traceId: request.id }, 'the exchange rate could not be read')
      return undefined
    })
    return rate === undefined ? lookupFailed(request, reply) : { currency, rate }
  })

  routes.post(`${path}/copyPrevious`, { config: { access: needs(canRate.add), resource: 'exchangeRate' }, schema: { body: z.strictObject({ yearMonth: month }) } }, async ({ body, caller }) => {
    const copied = await transaction(db, (tx) => rates(tx).copyPrevious(body.yearMonth, caller.id))
    if (copied === 0) throw new Refused('currencies.nothingToCopy', { month: monthBefore(body.yearMonth) })
    return { copied }
  })
}

/** Clients know this sentence and stay silent: the field shows nothing, and submission is refused for its own reason. */
function lookupFailed(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const texts = request.language === 'en' ? en : cn
  return sendEnvelope(reply, 200, { code: 500, msg: texts['currencies.rateLookupFailed'], traceId: request.id })
}
