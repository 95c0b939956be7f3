import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { nowOf } from '#kernel/values/dates.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { MeaningfulError } from '#kernel/errors.ts'
import { canResumeDirectly, resumeModeOf, targetRun } from '#approval/actions/return.ts'
import { actions } from '#approval/actions/all.ts'
import { targetsOf } from '#approval/engine.ts'
import { taskOf } from '#approval/state.ts'
import { startNode } from '#approval/types.ts'
import { signedIn } from '#server/http/access.ts'
import { engineFacts, type ReadDocument } from '#server/documents/lifecycle/engine-facts.ts'
import { nodeNames } from '#server/documents/definitions/flow-contents.ts'
import { personOf } from '#server/documents/timeline/people.ts'
import { serverMessages } from '#server/server-messages.ts'
import { isLockTimeout } from '#server/database/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { newId } from '#server/identity/id.ts'
import { sendHeld } from '#server/messages/notify.ts'
import { actOnTask, actUnlessMissing, mustBeEnabled } from '../lifecycle/commands.ts'
import { read } from '../detail.ts'
import { bulk, comment, type DocumentRouteContext, explained, explanations, files, hints, id, readContext, runAction,
  typed } from './requests.ts'
import { refusalError } from '../lifecycle/nodes/position.ts'
import { demandFlowAdministrator } from '../visibility/scope.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'

const access = { access: signedIn, resource: 'document' } as const
const onTask = { ...hints, taskId: id, comment }

/** One person; arrays are accepted too, so that several people are refused with a specific message. */
const somebody = z.union([z.string().max(64), z.array(id).max(20)]).default([])
const everybody = (people: string | readonly string[]) => [people].flat().filter(Boolean)

const transferInput = z.strictObject({ ...onTask, assignee: somebody, attachmentList: files,
  properties: z.strictObject({ explainDtoList: explanations }).optional() })
const countersignInput = z.strictObject({ ...onTask, orderType: z.union([z.literal(1), z.literal(2)]),
  assigneeList: z.array(id).max(200).default([]), attachmentList: files })
const backInput = z.strictObject({ ...onTask, desNodeId: z.string().max(64).default(''),
  resume: z.enum(['sequential', 'direct']).optional() })

/** 1: sequentially, 2: in any order. */
const orders = { 1: 'sequence', 2: 'any' } as const

/** Calls that assign a task to others: permanently, for their opinion first, or back. */
export function taskAssignmentRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)

  routes.post('/workflow/transfer', { config: { ...access, repeats: 'once' }, schema: { body: transferInput } },
    (request) =>
      runAction(calls, request, (context) => {
        const { taskId: task, assignee, comment: opinion, attachmentList: attachments, properties } = request.body
        return actOnTask(context, { action: 'transfer', task, people: everybody(assignee), comment: opinion, attachments,
          explanations: explained(properties?.explainDtoList ?? []) })
      }))

  routes.post('/workflow/countersign', { config: { ...access, repeats: 'once' }, schema: { body: countersignInput } },
    (request) =>
      runAction(calls, request, (context) => {
        const { taskId: task, orderType, assigneeList: people, comment: opinion, attachmentList: attachments } = request.body
        return actOnTask(context, { action: 'countersign', task, people, order: orders[orderType], comment: opinion, attachments })
      }))

  routes.post('/workflow/cancelCountersign', { config: { ...access, repeats: 'once' }, schema: { body: z.strictObject(onTask) } },
    (request) =>
      runAction(calls, request, (context) =>
        actOnTask(context, { action: 'cancelCountersign', task: request.body.taskId, comment: request.body.comment })))

  routes.get('/workflow/v2/backList/:procInstId', { config: { ...access, aliasResult: true },
    schema: { params: z.strictObject({ procInstId: id }), querystring: z.object({ taskId: id.optional() }) } }, async (request) => {
    const document = await read(readContext(calls, request), request.params.procInstId, request.query.taskId)
    return returnTargets(document, { person: request.caller.id, task: request.query.taskId ?? document.task?.id,
      locale: request.caller.locale })
  })

  routes.post('/workflow/v2/back', { config: { ...access, repeats: 'once' }, schema: { body: backInput } },
    (request) =>
      runAction(calls, request, (context) => {
        const { taskId: task, desNodeId: target, resume, comment: opinion } = request.body
        return actOnTask(context, { action: 'return', task, target, resume, comment: opinion })
      }))
}

/** The holder of the task to return. */
interface ReturnRequest {
  readonly person: string
  readonly task: string | undefined
  readonly locale: Locale
}

/** Targets to which a task can be returned, the initiator first. @throws the reason where it cannot be returned at all */
function returnTargets(document: ReadDocument, { person, task, locale }: ReturnRequest) {
  const { process, pinned: { flow }, evaluation: { directory } } = document
  const facts = engineFacts(document)
  const refused = actions.return.refuse({ flow, document: process, facts, person, task })
  if (refused)
    throw refusalError(refused, { action: 'return', task: task ?? '', target: '', by: person, at: facts.at }, { flow, process, locale })
  const names = nodeNames(flow)
  const from = process.runs.find(({ id }) => id === taskOf(process, task ?? '')?.run)
  const comesBack = (target: string) =>
    from !== undefined && canResumeDirectly(flow, from.path, targetRun(process, from, target)?.path ?? [])
  return targetsOf(process, flow, { person, task }, facts).map(({ node, people, again }) => {
    const ended = node === startNode
      ? undefined
      : process.runs.findLast((run) => run.node === node && run.finishedAt !== undefined)?.finishedAt
    const { cn, en } = names.get(node) ?? { cn: node, en: node }
    return {
      activityId: node,
      name: cn,
      nameEn: en,
      again,
      resume: comesBack(node) ? resumeModeOf(flow.settings) : 'sequential',
      asks: flow.settings.again === 'changed' ? 'changed' : 'everybody',
      canResumeDirectly: comesBack(node),
      userList: people.map((id) => personOf(directory, id)),
      endTime: ended === undefined ? null : nowOf(new Date(ended)),
    }
  })
}

/** Maximum number of documents per call; clients send several calls for more. */
const most = 50

const input = z.strictObject({ ...hints, bulk, from: id, to: id, comment: z.string().trim().min(1, 'error.field.required').max(500),
  documents: z.array(id).min(1).max(most) })

/** Reassigns a person's running tasks in these documents to another person; returns a result per document. For workflow administrators. */
export function handOverCall(app: FastifyInstance, calls: DocumentRouteContext): void {
  const find = serverMessages(calls.host.plugins)
  typed(app).post('/workflow/admin/handOver', { config: { access: signedIn, resource: 'document', repeats: 'parts' },
    preValidation: demandFlowAdministrator, schema: { body: input } }, async (request) => {
    const { language, body: { from, to, comment, documents } } = request
    const context = { ...readContext(calls, request), bulk: request.body.bulk }
    await mustBeEnabled(context, [to], 'to')
    const results = await handOver(context, { from, to, comment }, [...new Set(documents)])
    request.audited = { id: from, after: { to, comment, results } }
    return results.map(({ refusal, ...result }) => ({ ...result,
      reason: refusal ? (find(refusal.code, refusal.parameters, language) ?? refusal.code) : null })
    )
  })
}

/** Old and new assignee, with the reason. */
interface HandOver {
  readonly from: string
  readonly to: string
  readonly comment: string
}

/** The result for one document; `tasks` is 0 where the person has no running task there, or a second person has to confirm it. */
interface HandedOver {
  readonly document: string
  readonly tasks: number
  readonly refusal?: Pick<MeaningfulError, 'code' | 'parameters'>
}

/**
 * Reassigns a person's running tasks, document by document: each in a transaction of its own, so that one that is refused (the
 * successor's own document, one that they take part in already) holds nobody up. Each person gets one message about all of them.
 */
async function handOver(context: CommandContext, order: HandOver, documents: readonly string[]): Promise<HandedOver[]> {
  const bulk = context.bulk ?? (documents.length > 1 ? newId() : undefined)
  const results: HandedOver[] = []
  for (const document of documents) results.push(await handOverOne({ ...context, bulk }, order, document))
  // a change that its caller named goes on in further calls
  if (context.bulk === undefined && bulk !== undefined) await sendHeld(context.db, context.at, bulk)
  return results
}

async function handOverOne(context: CommandContext, { from, to, comment }: HandOver, document: string): Promise<HandedOver> {
  try {
    return await transaction(context.db, async (db) => {
      let proposed = 0
      const held = await heldTasks(db, document, from)
      for (const task of held) {
        const { proposal } = await actUnlessMissing({ ...context, db }, document, { action: 'reassign', task, person: to, comment })
        if (proposal) proposed += 1
      }
      const tasks = held.length - proposed
      return proposed === 0 ? { document, tasks } : { document, tasks, refusal: { code: 'interventions.proposed', parameters: {} } }
    })
  } catch (error) {
    if (error instanceof MeaningfulError) return { document, tasks: 0, refusal: { code: error.code, parameters: error.parameters } }
    if (isLockTimeout(error)) return { document, tasks: 0, refusal: { code: 'error.busy', parameters: {} } }
    throw error
  }
}

/** Reads the tasks under the document's lock, to see concurrent changes. */
async function heldTasks(db: Db, document: string, person: string): Promise<string[]> {
  await db.selectFrom('document').select('id').where('id', '=', document).forUpdate().executeTakeFirst()
  const rows = await db.selectFrom('task').select('id').where('document', '=', document).where('assignee', '=', person).where('state', '=',
    'running').where('node', '<>', startNode).orderBy('id').execute()
  return rows.map(({ id }) => id)
}
