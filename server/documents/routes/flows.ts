import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Missing, Refused } from '#kernel/errors.ts'
import { approvalNode, nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { administerPermission } from '#approval/administrator.ts'
import { needs } from '#server/http/access.ts'
import { decideOnShipped, demandSound, flowWith, mergedWith, mustPoint, publishFlow } from '../flow-versions/decide.ts'
import { flowInput, startersInput } from '../flow-analysis/flow-input.ts'
import { demandStartersExist } from '../flow-versions/change-flow.ts'
import { formGroupsOf } from '../definitions/process-source.ts'
import { flowPage, flowView } from '../flow-versions/flow-views.ts'
import { findingAnswer, type FlowAnalysis } from '../flow-analysis/flow-analysis.ts'
import { formOf } from '../host.ts'
import { type DocumentRouteContext, typed, unitOfWork } from './requests.ts'
import { type FlowFinding, flowHealth } from '../flow-analysis/health.ts'

const access = { access: needs(administerPermission), resource: 'flow' } as const
const params = z.strictObject({ businessType: z.string().max(64) })
const versionsQuery = z.strictObject({
  current: z.int().min(1).max(100_000).default(1),
  size: z.int().min(1).max(200).default(20),
  keyword: z.string().max(60).default(''),
  offers: z.enum(['0', '1']).default('0'),
  group: z.string().max(40).optional(),
  state: z.enum(['published', 'stopped']).optional(),
  terminal: z.enum(['web', 'mini']).optional(),
})

const hash = z.string().min(1).max(64)
const name = z.string().trim().min(1).max(100)
const node = z.strictObject({
  cn: name,
  en: name,
  when: z.string().trim().min(1).max(4000).nullable(),
  mode: z.union([z.enum(['all', 'any', 'sequential']), z.strictObject({ percentage: z.number() })]).optional(),
  dueHours: z.number().min(0).max(10_000).nullable().optional(),
})
const settings = z.strictObject({
  dedupe: z.enum(['consecutive', 'anyEarlier', 'none']),
  emptyApprover: z.enum(['refuse', 'admin']),
  initiatorApprover: z.enum(['superior', 'self', 'autoPass']),
  resumeMode: z.enum(['sequential', 'direct']),
  urgeMinutes: z.int().min(0).max(10_000),
  overdueHours: z.number().min(0).max(10_000).optional(),
  starters: startersInput.optional(),
})
const publishing = z.strictObject({ current: hash, nodes: z.record(z.string().max(64), node), settings })
const deciding = z.strictObject({ current: hash, shipped: hash, choice: z.enum(['adopt', 'keep', 'merge']) })

/** Calls for versions of flows: the company's own, and the decision on shipped versions. */
export function flowVersionRoutes(app: FastifyInstance, calls: DocumentRouteContext, judge: FlowAnalysis): void {
  const routes = typed(app)
  const { host, flows } = calls
  const { db } = host
  const groups = formGroupsOf(host.plugins)

  routes.post('/workflow/def/page', { config: { ...access, reads: true }, schema: { body: versionsQuery } },
    async ({ body }) =>
      flowPage({ db, flows, directory: await host.directory(db), groups }, host.forms, { ...body, offers: body.offers === '1' }))

  routes.get('/workflow/def/:businessType', { config: access,
    schema: { params, querystring: z.strictObject({ _t: z.unknown().optional() }) } },
    async ({ params: { businessType } }) =>
      flowView({ db, flows, directory: await host.directory(db), owners: host.plugins.flatMap(({ owners }) => owners), groups },
        formOf(host, businessType)))

  routes.put('/workflow/def/:businessType', { config: { ...access, repeats: 'once' }, schema: { params, body: publishing } },
    async (request) => {
      const { current, ...changes } = request.body
      const form = formOf(host, request.params.businessType)
      const { key } = form
      const flow = await flowWith(db, flows, { key, current, changes })
      const before = (await flows.pinned(db, key, current)).flow
      await demandStartersExist(db, await host.directory(db), { flow, before })
      await demandSound(judge, db, { form, flow, before })
      request.audited = { id: key, after: changes }
      return unitOfWork(calls, request, (context) => publishFlow(context, { key, current, flow }))
    })

  // a flow in force has running documents at its nodes: a node is not deleted, but disabled by its condition
  routes.delete('/workflow/def/:businessType/node/:node', { config: { ...access, repeats: 'once' },
    schema: { params: params.extend({ node: z.string().max(64) }) } }, async ({ params: { businessType, node: id } }) => {
    const { key } = formOf(host, businessType)
    const { flow } = await flows.pinned(db, key, (await mustPoint(db, key)).hash)
    if (!nodesOf(flow).some((each) => each.id === id)) throw new Missing('documents.noSuchNode')
    throw new Refused('documents.nodeInForce')
  })

  routes.post('/workflow/def/:businessType/shipped', { config: { ...access, repeats: 'once' }, schema: { params, body: deciding } },
    async (request) => {
      const form = formOf(host, request.params.businessType)
      const { key } = form
      const { current, choice } = request.body
      const merged = choice === 'merge' ? await mergedWith(db, flows, { key, ...request.body }) : undefined
      if (merged) await demandSound(judge, db, { form, flow: merged, before: (await flows.pinned(db, key, current)).flow })
      request.audited = { id: key, after: request.body }
      return unitOfWork(calls, request, (context) => decideOnShipped(context, { key, ...request.body, merged }))
    })
}

const analysisAccess = { access: needs(administerPermission), resource: 'flow' } as const
const validating = z.strictObject({ businessType: z.string().max(64), flow: flowInput })
const paging = z.strictObject({ current: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(20) })

/** Calls that report whether documents can complete a flow. */
export function flowAnalysisRoutes(app: FastifyInstance, calls: DocumentRouteContext, judge: FlowAnalysis): void {
  const routes = typed(app)
  const { host, flows } = calls
  const health = flowHealth(host, flows, judge)

  routes.post('/workflow/def/validate', { config: { ...analysisAccess, reads: true }, schema: { body: validating } }, async (request) => {
    const { businessType, flow } = request.body
    const findings = await judge(host.db, { form: formOf(host, businessType), flow })
    return findings.map((found) => findingAnswer(found, request.caller.locale))
  })

  routes.get('/workflow/def/health', { config: analysisAccess, schema: { querystring: paging } }, async (request) => {
    const { current, size } = request.query
    const { findings, pending } = await health(host.db)
    const records = findings.slice((current - 1) * size, current * size).map((finding) => rowOf(finding, request.caller.locale))
    return { records, total: findings.length, current, size, pages: Math.ceil(findings.length / size), pending }
  })

  // Findings after a flow was published, such as for departed people, do not prevent a start; they are logged once after it.
  let starting: NodeJS.Timeout | undefined
  app.addHook('onReady', (done) => {
    const log = async () => {
      const { findings } = await health(host.db, { wait: true })
      if (findings.length > 0) host.log.warn({ findings: findings.length }, 'flows have findings, see /workflow/def/health')
    }
    starting = setTimeout(() => void log().catch((error: unknown) => starting && host.log.error(error, 'the flows could not be judged')),
      afterStart).unref()
    done()
  })
  // A shutdown during the analysis is not logged as a failure.
  app.addHook('preClose', (done) => {
    clearTimeout(starting)
    starting = undefined
    done()
  })
}

/** Delay of the analysis after the start, ms: the first minute is left to users who sign in. */
const afterStart = 60_000

function rowOf({ form, flow, found }: FlowFinding, locale: Locale) {
  const node = approvalNode(flow, found.node ?? '')
  return { businessType: form.key, name: form.cn, nameEn: form.en, nodeName: node?.cn ?? null, nodeNameEn: node?.en ?? null,
    ...findingAnswer(found, locale) }
}
