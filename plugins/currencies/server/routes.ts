import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sql } from 'kysely'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import { Refused, StateMoved } from '#kernel/errors.ts'
import { fieldSchema } from '#kernel/kinds/schema.ts'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import type { DecimalText } from '#kernel/fields.ts'
import { needs, signedIn } from '#server/http/access.ts'
import { sendEnvelope } from '#server/http/answers/envelope.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { dayInput, versionInput } from '#server/http/requests/validation.ts'
import type { Db } from '#server/database/tables.ts'
import { countDrafts } from '#server/identity/personal/drafts.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { cn, en } from '../texts.ts'
import { base, exchangeRate, type RateCell, type RateRow } from '../exchange-rate.ts'
import { canRate } from '../permissions.ts'
import { type Month, monthBefore, rateChanges, rateRules, rates } from './rates.ts'
import './tables.ts'

/** All currencies with their rates of a year, and of the December before for comparison. */
async function rateYear({ db, plugins }: Pick<Host, 'db' | 'plugins'>, year: number): Promise<RateRow[]> {
  const rows = await db
    .selectFrom('currency')
    .leftJoin('exchange_rate as rate',
      (join) =>
        join.onRef('rate.currency', '=', 'currency.code').on('rate.del_flag', '=', 0).on('rate.year_month', '>=', `${year - 1}-12`).on(
          'rate.year_month',
          '<=',
          `${year}-12`,
        ))
    .select(['currency.code', 'currency.symbol', 'currency.name_cn', 'currency.name_en', 'currency.enable'])
    .select(['rate.year_month', 'rate.version', 'rate.rate', 'rate.locked', 'rate.set_by', 'rate.set_time'])
    .where('currency.del_flag', '=', 0)
    .orderBy(sql`currency.code <> ${base}`)
    .orderBy('currency.code')
    .orderBy('rate.year_month')
    .execute()
  const drafts = await countDrafts(db, currencyFields(plugins))
  return [...listsByKey(rows.map((row) => [row.code, row] as const)).values()].map((ofOne) => {
    const { code, symbol, name_cn: nameCn, name_en: nameEn, enable } = ofOne[0]!
    const cells = ofOne.flatMap(({ year_month: month, version, rate, locked, set_by: setBy, set_time: setTime }): RateCell[] =>
      month === null || rate === null ? [] : [{ month, version: version!, rate, locked: locked!, setBy, setTime: nowOf(setTime!) }]
    )
    return { currency: code, symbol, nameCn, nameEn, enable, drafts: drafts.get(code) ?? 0, cells }
  })
}

/** Key of the currency field, by form key. */
const currencyFields = (plugins: Host['plugins']): Readonly<Record<string, string>> =>
  Object.fromEntries(plugins.flatMap(({ forms }) => forms).flatMap((form) => {
    const key = currencyKey(form)
    return key === undefined ? [] : [[form.key, key]]
  }))

interface NewMonth {
  readonly month: Month
  readonly rates: readonly { readonly currency: string; readonly rate: DecimalText; readonly version?: number | null }[]
  readonly reason?: string | null
}

/**
 * Sets changed rates of a month, all or none. Returns the previous rates by currency.
 * @throws StateMoved when a rate was changed in the meantime; Refused at `rates.{index}.rate` or `reason`
 */
async function setMonth(db: Db, { month, rates, reason }: NewMonth, writer: Writer): Promise<Readonly<Record<string, unknown>>> {
  const all = records(exchangeRate, rateRules)
  const before: (readonly [string, unknown])[] = []
  const saved = new Map(
    (await db.selectFrom('exchange_rate').select(['id', 'currency', 'version']).where('year_month', '=', month).where('del_flag', '=', 0)
      .execute()).map((
        row,
      ) => [row.currency, row]),
  )
  for (const [index, { currency, rate, version }] of rates.entries()) {
    const row = saved.get(currency)
    if (row?.version !== (version ?? undefined)) throw new StateMoved(undefined, 'error.recordChanged')
    const value = { yearMonth: month, currency, rate, reason: reason ?? null }
    const write = row
      ? all.update(db, { ...value, id: row.id, version: row.version }, writer)
      : all.insert(db, value, writer).then(() => undefined)
    const stood = await write.catch((error: unknown) => {
      throw error instanceof Refused ? atRow(error, index) : error
    })
    if (stood) before.push([currency, stood['rate']])
  }
  return Object.fromEntries(before)
}

/** Moves a problem to the row of its currency; problems with the reason, which is shared by all rows, keep their field. */
const atRow = (error: Refused, index: number) =>
  new Refused(error.code, error.parameters,
    error.fields.map((problem) => (problem.field === 'reason' ? problem : { ...problem, field: `rates.${index}.${problem.field}` })))

const path = '/budgetservice/exchangeRate'

/** Schema of a query with only the timestamp that the client appends to every address. */
const stamped = z.strictObject({ _t: z.unknown().optional() })

const code = z.string().regex(/^[A-Z]{3}$/)

const currentQuery = stamped.extend({ currency: code, date: dayInput.optional() })

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
