import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { approvalNode, selection } from '#approval/tree.ts'
import type { OptionalRange } from '#kernel/flow.ts'
import { signedIn } from '#server/http/access.ts'
import { mostPeople } from '#server/identity/organisation/people.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { mustRead } from '../lifecycle/commands.ts'
import { definitionOf, nodesOfType, propertiesOf, scriptsOf } from '../definitions/definitions.ts'
import { formOf } from '../host.ts'
import { selectable } from '../lifecycle/nodes/select-users.ts'
import { type DocumentRouteContext, readContext, typed } from './context.ts'
import { hints, id } from './inputs.ts'

const access = { access: signedIn } as const
const procDefId = z.string().min(1).max(80)
const range = z.strictObject({ type: z.enum(['ALL', 'DEPT', 'ROLE', 'USERS', 'SAME_ENTERPRISE']), ids: z.array(id).max(500).optional() })

const selecting = z.strictObject({
  ...hints,
  params: z.strictObject({ nodeId: id.nullish(), businessType: z.string().max(64).nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish() }).default({}),
  optionalRange: range.nullish(),
  keyword: z.string().max(60).optional(),
  current: z.int().min(1).max(10_000).optional(),
  size: z.int().min(1).max(200).optional(),
})

/** Reads of a form's properties and a flow's nodes, and of the people who can be chosen at a node. */
export function definitionRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)
  const { host } = calls

  routes.get('/workflow/form-property/:id', { config: access, schema: { params: z.strictObject({ id: procDefId }) } },
    async (request) => propertiesOf(await definitionOf(calls, host.db, request.params.id)))

  routes.get('/workflow/wf/defNode/nodeType/:nodeType/getWfNodeInfo', { config: access,
    schema: { params: z.strictObject({ nodeType: z.coerce.number().int() }), querystring: z.object({ procDefId }) } },
    async (request) => nodesOfType(await definitionOf(calls, host.db, request.query.procDefId), request.params.nodeType))

  routes.get('/workflow/wf-process-def/customizedScript/:businessType', { config: access,
    schema: { params: z.strictObject({ businessType: z.string().max(64) }) } },
    async (request) => scriptsOf(formOf(host, request.params.businessType)))

  routes.post('/workflow/getSelectUsers', { config: { ...access, reads: true, resource: 'user', aliasResult: true },
    schema: { body: selecting } }, async (request) => {
    const context = readContext(calls, request)
    const { current, size, keyword } = request.body
    const isPaged = current !== undefined || size !== undefined
    const limit = isPaged ? (size ?? 20) : mostPeople
    const choosing = { directory: await host.directory(host.db), department: request.caller.departments[0],
      range: await rangeOf(context, request.body) }
    const { records, total } = await selectable(host.db, choosing, { keyword, limit, offset: ((current ?? 1) - 1) * limit })
    return isPaged ? { records, total, current: current ?? 1, size: limit, pages: Math.ceil(total / limit) } : records
  })
}

/** The range of the node; the range that the caller sends only applies where the node has none. */
async function rangeOf(context: CommandContext, { procInstId, params, optionalRange }: z.output<typeof selecting>): Promise<OptionalRange> {
  const own = params.nodeId && params.businessType
    ? await rangeAt(context, { node: params.nodeId, type: params.businessType, document: procInstId })
    : undefined
  return own ?? optionalRange ?? { type: 'ALL' }
}

/** The range of a node in the flow of a filed document, or in the flow of a new document. */
async function rangeAt(context: CommandContext,
  { node, type, document }: { node: string; type: string; document: string | null | undefined }): Promise<OptionalRange | undefined> {
  const { flow } = document ? await flowOf(context, document) : await context.flows.current(context.db, formOf(context.host, type))
  const block = approvalNode(flow, node)?.block
  return block && selection(block.by)?.optionalRange
}

async function flowOf(context: CommandContext, document: string) {
  await mustRead(context, document)
  const { type, flow } = await context.db.selectFrom('document').select(['type', 'flow']).where('id', '=', document)
    .executeTakeFirstOrThrow()
  return context.flows.pinned(context.db, type, flow)
}
