import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sql } from 'kysely'
import type { OptionalRange } from '#kernel/flow.ts'
import { approvalNode, selection } from '#approval/tree.ts'
import { departmentLine, type Directory } from '#approval/directory.ts'
import { signedIn } from '#server/http/access.ts'
import { mostPeople, people, type PeopleQuery, type PersonAnswer } from '#server/identity/organisation/people-and-units.ts'
import type { Db } from '#server/database/tables.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { mustRead } from '../lifecycle/commands.ts'
import { definitionOf, nodesOfType, propertiesOf, scriptsOf } from '../definitions/definitions.ts'
import { formOf } from '../host.ts'
import { type DocumentRouteContext, hints, id, readContext, typed } from './requests.ts'

/** The person who chooses, and the people to choose from. */
interface ChoiceContext {
  readonly directory: Directory
  /** Main department of the person who chooses. */
  readonly department: string | undefined
  readonly range: OptionalRange
}

type PeopleLimits = Pick<PeopleQuery, 'ids' | 'groups'>

/** A page of the enabled people of a range, with their number; the same people that the engine accepts. */
async function selectable(db: Db, choosing: ChoiceContext, page: Pick<PeopleQuery, 'keyword' | 'limit' | 'offset'>) {
  const query = { ...(await limits[choosing.range.type](db, choosing)), keyword: page.keyword, enabled: true }
  const found = await people(db).find({ ...query, ...page })
  const emails = await db.selectFrom('sys_user').select(['id', 'email']).where('id', '=', sql<string>`any(${found.map(({ id }) => id)})`)
    .execute()
  const emailOf = new Map(emails.map(({ id, email }) => [id, email]))
  return { records: found.map((person) => wire(person, emailOf.get(person.id) ?? null)), total: await people(db).count(query) }
}

const wire = ({ id, name, departments, mainDepartment, avatar }: PersonAnswer, email: string | null) => ({
  id,
  name,
  email,
  departments,
  departmentName: (mainDepartment ?? departments[0])?.name ?? null,
  avatar,
})

const limits: Readonly<Record<OptionalRange['type'], (db: Db, choosing: ChoiceContext) => Promise<PeopleLimits>>> = {
  ALL: async () => ({}),
  USERS: async (_, { range }) => ({ ids: range.ids ?? [] }),
  ROLE: async (_, { directory, range }) => ({ ids: (range.ids ?? []).flatMap((role) => directory.holders(role).map(({ id }) => id)) }),
  DEPT: async (db, { range }) => ({ groups: await unitsBelow(db, range.ids ?? []) }),
  SAME_ENTERPRISE: async (db, { directory, department }) => ({
    groups: await unitsOf(db, departmentLine(directory, department).find(({ type }) => type === 'enterprise')?.id),
  }),
}

/** The units of a path such as "/g1/e1/d1/", from the root down. */
const lineage = sql<string[]>`string_to_array(trim(both '/' from sys_group.path), '/')`

/** These units with all descendants. */
async function unitsBelow(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('sys_group').select('id').where('del_flag', '=', 0).where(
    sql<boolean>`${lineage} && ${[...ids]}::text[]`,
  ).execute()
  return rows.map(({ id }) => id)
}

/** The units whose nearest enterprise is this one. */
async function unitsOf(db: Db, enterprise: string | undefined): Promise<string[]> {
  if (enterprise === undefined) return []
  const rows = await db.selectFrom('sys_group').select('id').where('del_flag', '=', 0).where(sql<boolean>`(
    select nearest.id from sys_group nearest where nearest.type = 'ENTERPRISE' and nearest.del_flag = 0 and nearest.id = any(${lineage})
    order by nearest.level desc limit 1) = ${enterprise}`).execute()
  return rows.map(({ id }) => id)
}

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
