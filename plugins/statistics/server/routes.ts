import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { type Permission, permits } from '#kernel/permissions.ts'
import { statisticsCall, type StatisticsPage, statisticsPermissions } from '#kernel/statistics.ts'
import { needs, needsAny } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { anomaliesOf, anomaliesPage } from './anomalies.ts'
import { answerPage } from './answers/answer.ts'
import { drillOf, isAskable, itemsOf, overviewQuery, queryOf, scopeName } from './page-queries.ts'
import { drillPage } from './answers/drill.ts'
import { itemsPage } from './answers/items.ts'
import { explainOf, explainPage } from './explaining.ts'
import { forecastOf, forecastPage } from './forecasting.ts'
import { occurringOf, occurringValues } from './counting/occurring.ts'
import { overviewOf } from './answers/overview.ts'
import { answerStatistics } from './answers/workbook.ts'

const path = '/oaserver/statistics'

/** The calls of every page: its figures, the documents behind one of them, and its table as a workbook. */
export const statisticsRoutes = (pages: readonly StatisticsPage[]) => (app: FastifyInstance, host: Host): void => {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  for (const page of pages) {
    const can = statisticsPermissions(page.key)
    const reading = { access: needs(can.view), reads: true, resource: scopeName(page) } as const
    const call = statisticsCall(page)
    typed.post(call, { config: reading, schema: { body: queryOf(page) } }, async ({ body, caller }) => {
      demandPeriod(body)
      return answerPage(host, { page, query: body, caller })
    })
    typed.post(`${call}/drill`, { config: reading, schema: { body: drillOf(page) } }, async ({ body, caller }) => {
      demandPeriod(body)
      return drillPage(host, { page, query: body, caller })
    })
    // facts of a form are lines of its documents
    if (page.facts.length > 0)
      typed.post(`${call}/items`, { config: reading, schema: { body: itemsOf(page) } }, async ({ body, caller }) => {
        demandPeriod(body)
        return itemsPage(host, { page, query: body, caller })
      })
    typed.post(`${call}/explain`, { config: reading, schema: { body: explainOf(page) } }, async ({ body, caller }) => {
      demandPeriod(body)
      return explainPage(host, { page, query: body, caller })
    })
    typed.post(`${call}/forecast`, { config: reading, schema: { body: forecastOf(page) } }, async ({ body, caller }) => {
      demandPeriod(body)
      return forecastPage(host, { page, query: body, caller, plan: pages.find(({ register }) => register === 'budgets') })
    })
    typed.post(`${call}/anomalies`, { config: reading, schema: { body: anomaliesOf(page) } }, async ({ body, caller }) => {
      demandPeriod(body)
      return anomaliesPage(host, { page, query: body, caller })
    })
    typed.post(`${call}/values`, { config: reading, schema: { body: occurringOf(page) } }, async ({ body, caller }) => {
      demandPeriod(body)
      return occurringValues(host, { page, query: body, caller })
    })
    const query = z.strictObject({ asked: askedAs(queryOf(page)), _t: z.unknown().optional() })
    for (const name of ['export', 'download'])
      typed.get(`${call}/${name}`, { config: { access: needs(can.view, can.export), answersFile: true, resource: scopeName(page) },
        schema: { querystring: query } }, (request, reply) => {
        demandPeriod(request.query.asked)
        return answerStatistics(host, { page, query: request.query.asked, request, reply })
      })
  }
  const views = pages.map(({ key }) => statisticsPermissions(key).view) as [Permission, ...Permission[]]
  typed.get(`${path}/overview`, { config: { access: needsAny(...views), resource: 'statistics' }, schema: { querystring: overviewQuery } },
    async ({ query: { departments, ...period }, caller }) =>
      overviewOf(host, { pages: pages.filter(({ key }) => permits(caller.permissions, statisticsPermissions(key).view)), period,
        departments: departments?.split(','), caller }))
}

/** A page’s question, written as JSON into an address. */
const askedAs = <Query>(query: z.ZodType<Query>) =>
  z.string().max(10_000).transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'no JSON' })
      return z.NEVER
    }
  }).pipe(query)

function demandPeriod(period: { readonly from: string; readonly to: string }): void {
  if (!isAskable(period)) throw new Refused('statistics.period')
}
