import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { administerPermission } from '#approval/administrator.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { needs } from '#server/http/access.ts'
import { formOf } from '../host.ts'
import { flowInput } from '../flow-analysis/flow-input.ts'
import { findingAnswer } from '../flow-analysis/finding-answer.ts'
import { type FlowFinding, flowHealth } from '../flow-analysis/health.ts'
import type { FlowAnalysis } from '../flow-analysis/flow-analysis.ts'
import { type DocumentRouteContext, typed } from './context.ts'

const access = { access: needs(administerPermission), resource: 'flow' } as const
const validating = z.strictObject({ businessType: z.string().max(64), flow: flowInput })
const paging = z.strictObject({ current: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(20) })

/** Calls that report whether documents can complete a flow. */
export function flowAnalysisRoutes(app: FastifyInstance, calls: DocumentRouteContext, judge: FlowAnalysis): void {
  const routes = typed(app)
  const { host, flows } = calls
  const health = flowHealth(host, flows, judge)

  routes.post('/workflow/def/validate', { config: { ...access, reads: true }, schema: { body: validating } }, async (request) => {
    const { businessType, flow } = request.body
    const findings = await judge(host.db, { form: formOf(host, businessType), flow })
    return findings.map((found) => findingAnswer(found, request.caller.locale))
  })

  routes.get('/workflow/def/health', { config: access, schema: { querystring: paging } }, async (request) => {
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
