import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import type { NextDocument } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { actions } from '#approval/actions/all.ts'
import { decide, isRefusal, nodesOnWay } from '#approval/engine.ts'
import { signedIn } from '#server/http/access.ts'
import { withMessage } from '#server/http/answers/envelope.ts'
import type { Caller } from '#server/identity/caller.ts'
import { engineFacts, type ReadDocument } from '#server/documents/lifecycle/engine-facts.ts'
import { accountNumberRoutes, documentRoutes } from './documents.ts'
import { actionRoutes } from './actions.ts'
import { approvalSettingRoutes } from '../approval-settings/approval-settings.ts'
import { choiceRoutes, filingRoutes } from './filing.ts'
import { bulk, business, comment, confirmed, type DocumentRouteContext, hints, id, readContext, typed, unitOfWork } from './requests.ts'
import { definitionRoutes } from './definitions.ts'
import { historyRoutes } from './history.ts'
import { interventionRoutes } from './interventions.ts'
import { handOverCall, taskAssignmentRoutes } from './task-assignment.ts'
import { listRoutes, typeListRoutes } from './lists.ts'
import { processRoutes } from './processes.ts'
import { remarkRoutes } from './remarks.ts'
import { flowAnalysis } from '../flow-analysis/flow-analysis.ts'
import { flowDesignRoutes } from './flow-designs.ts'
import { flowAnalysisRoutes, flowVersionRoutes } from './flows.ts'
import { tableRowRoutes } from './table-rows.ts'
import { doModuleAction } from '../lifecycle/module-action.ts'
import { followUp } from '../lifecycle/follow-up.ts'
import { stateCodes } from '../wire.ts'
import { savedViews } from '../lists/saved-views.ts'
import { actUnlessMissing, type CommandResult } from '../lifecycle/commands.ts'
import { nextDocumentOf, read } from '../detail.ts'
import { positionOf, refusalError } from '../lifecycle/nodes/position.ts'
import { demandFlowAdministrator } from '../visibility/scope.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { formOf } from '../host.ts'
import { startableForms } from '../lifecycle/submit.ts'

/** The next document of a document, with the initial value of its form. */
interface FollowUpStart {
  readonly ok: true
  readonly target: string
  readonly data: FormValue
}

/**
 * The next document that the caller may file from a document now.
 * @throws Refused with the reason: there is none, the document is not completed or not theirs, it is already consumed, or they may not
 * file the form
 */
async function followUpStartOf(context: CommandContext, id: string): Promise<FollowUpStart> {
  const document = await read(context, id)
  const { form: { onward: next }, process } = document
  const { host, db, caller } = context
  if (!next || !host.forms.has(next.form) || process.status !== 'completed' || process.starter !== caller.id)
    throw new Refused('documents.leadsNowhere')
  if (!(await nextDocumentOf(db, document, caller))) throw new Refused('documents.claimedAlready', {}, [takenAlready(next)])
  if ((await startableForms(context, [formOf(host, next.form)])).length === 0) throw new Refused('documents.noClaimFunction')
  return { ok: true, target: next.form, data: { [next.link]: [id] } }
}

/** The form's own message. */
const takenAlready = ({ link, taken }: NextDocument): FieldProblem => ({ field: link, code: 'documents.claimedAlready', message: taken })

/** Registers every call around documents. */
export function allDocumentRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  processRoutes(app, calls)
  definitionRoutes(app, calls)
  filingRoutes(app, calls)
  choiceRoutes(app, calls)
  documentRoutes(app, calls)
  accountNumberRoutes(app, calls)
  historyRoutes(app, calls)
  listRoutes(app, calls)
  typeListRoutes(app, calls)
  savedViewRoutes(app, calls)
  tableRowRoutes(app, calls)
  actionRoutes(app, calls)
  taskAssignmentRoutes(app, calls)
  remarkRoutes(app, calls)
  repairRoutes(app, calls)
  interventionRoutes(app, calls)
  handOverCall(app, calls)
  moduleActionRoutes(app, calls)
  followUpRoutes(app, calls)
  const judge = flowAnalysis(calls.host)
  flowAnalysisRoutes(app, calls, judge)
  flowVersionRoutes(app, calls, judge)
  flowDesignRoutes(app, calls, judge)
  approvalSettingRoutes(app, calls)
}

/** The call of each action that a module adds to documents. */
function moduleActionRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  for (const action of calls.host.documentActions)
    typed(app).post(`/oaserver/:businessType/${action.call}`, {
      config: { access: signedIn, resource: 'document', repeats: 'once' },
      schema: { params: z.strictObject({ businessType: z.string().max(64) }), body: z.strictObject({ ...action.input, businessKey: id }) },
    }, (request) =>
      unitOfWork(calls, request, async (context) => {
        const { businessKey, ...input } = request.body
        await doModuleAction(context, action, { type: request.params.businessType, document: businessKey, input })
        return withMessage({ businessKey }, action.answer)
      }))
}

const body = z.strictObject({ ...hints, procInstId: id, followUp: id, business, confirmed })

/** Calls after a document's completion: filling in a follow-up, and starting the next document. */
function followUpRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  typed(app).get('/workflow/canReimburse/:procInstId', { config: { access: signedIn, resource: 'document' },
    schema: { params: z.strictObject({ procInstId: id }) } },
    (request) => followUpStartOf(readContext(calls, request), request.params.procInstId))

  typed(app).post('/workflow/followUp', { config: { access: signedIn, resource: 'document', repeats: 'once' }, schema: { body } },
    (request) =>
      unitOfWork(calls, request, async (context) => {
        const { procInstId, followUp: stepId, business: incoming, confirmed: accepted } = request.body
        const { status } = await followUp(context, { document: procInstId, followUp: stepId, incoming, accepted })
        return { state: stateCodes[status] }
      }))
}

const key = z.string().min(1).max(100)

const page = z.string().regex(/^\/[\w/-]{1,99}$/)

const view = z.strictObject({
  page,
  name: z.string().trim().min(1).max(30),
  query: z.string().max(2000).default(''),
  role: z.string().min(1).max(64).nullable().default(null),
  columns: z.strictObject({ shown: z.record(key, z.boolean()), widths: z.record(key, z.number().int().min(40).max(800)) }).nullable()
    .default(null),
})

/** Calls for saved views: a person's own, and those shared with their roles. */
function savedViewRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)
  const config = { access: signedIn, resource: 'listView' } as const
  const byId = z.strictObject({ id })

  routes.get('/oaserver/listViews', { config, schema: { querystring: z.object({ page }) } }, (request) => {
    const { db, caller } = readContext(calls, request)
    return savedViews(db, caller).of(request.query.page)
  })

  routes.post('/oaserver/listViews', { config: { ...config, repeats: 'once' }, schema: { body: view } },
    (request) => unitOfWork(calls, request, async ({ db, caller }) => ({ id: await savedViews(db, caller).add(request.body) })))

  routes.put('/oaserver/listViews/:id', { config: { ...config, repeats: 'once' }, schema: { params: byId, body: view } },
    (request) =>
      unitOfWork(calls, request, async ({ db, caller }) => {
        await savedViews(db, caller).change(request.params.id, request.body)
        return true
      }))

  routes.delete('/oaserver/listViews/:id', { config: { ...config, repeats: 'once' }, schema: { params: byId } },
    (request) =>
      unitOfWork(calls, request, async ({ db, caller, at }) => {
        await savedViews(db, caller).remove(request.params.id, at)
        return true
      }))

  routes.post('/oaserver/listViews/:id/restore', { config: { ...config, repeats: 'once' },
    schema: { params: byId, body: z.strictObject({}) } }, (request) =>
    unitOfWork(calls, request, async ({ db, caller }) => {
      await savedViews(db, caller).restore(request.params.id)
      return true
    }))
}

const access = { access: signedIn, resource: 'document' } as const

const preValidation = demandFlowAdministrator

const document = { ...hints, procInstId: id, comment, bulk }

const task = { ...document, taskId: id }

/** Calls of workflow administrators. Other callers are refused before the body is read; the engine checks again. */
function repairRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)

  routes.post('/workflow/admin/reassign', { config: { ...access, repeats: 'once' }, preValidation,
    schema: { body: z.strictObject({ ...task, assignee: z.string().max(64).default('') }) } },
    (request) =>
      intervening(calls, request, (context) => {
        const { procInstId, taskId, assignee, comment: opinion } = request.body
        return actUnlessMissing(context, procInstId, { action: 'reassign', task: taskId, person: assignee, comment: opinion })
      }))

  routes.post('/workflow/admin/skip', { config: { ...access, repeats: 'once' }, preValidation, schema: { body: z.strictObject(task) } },
    (request) =>
      intervening(calls, request, (context) => {
        const { procInstId, taskId, comment: opinion } = request.body
        return actUnlessMissing(context, procInstId, { action: 'skip', task: taskId, comment: opinion })
      }))

  routes.post('/workflow/admin/jump', { config: { ...access, repeats: 'once' }, preValidation,
    schema: { body: z.strictObject({ ...document, taskId: id.nullish(), targetNodeId: z.string().max(64).default('') }) } },
    (request) =>
      intervening(calls, request, (context) => {
        const { procInstId, targetNodeId: target, comment: opinion } = request.body
        return actUnlessMissing(context, procInstId, { action: 'jump', target, comment: opinion })
      }))

  routes.post('/workflow/admin/forceEnd', { config: { ...access, repeats: 'once' }, preValidation,
    schema: { body: z.strictObject({ ...document, taskId: id.nullish() }) } },
    (request) =>
      intervening(calls, request, (context) =>
        actUnlessMissing(context, request.body.procInstId, { action: 'forceEnd', comment: request.body.comment })))

  routes.get('/workflow/admin/jumpList/:procInstId', { config: { ...access, aliasResult: true },
    schema: { params: z.strictObject({ procInstId: id }) } },
    async (request) => jumpTargets(await read(readContext(calls, request), request.params.procInstId), request.caller))
}

/** Performs an intervention or proposes it; returns the position of the document, and the proposal if there is one. */
const intervening = (calls: DocumentRouteContext, request: FastifyRequest, work: (context: CommandContext) => Promise<CommandResult>) =>
  unitOfWork(calls, request, async (context) => {
    const { process, opened, proposal = null } = await work({ ...context, bulk: (request.body as { bulk?: string }).bulk })
    if (proposal) request.audited = { id: process.id, after: { proposal: proposal.id, ...request.body as object } }
    return { ...positionOf(opened.pinned.flow, process, context.caller.locale), proposal }
  })

/**
 * Targets to which an administrator can move a document: nodes that the engine accepts, and that the document's value leads to.
 * @throws the reason where there is none
 */
function jumpTargets(document: ReadDocument, { id: by, locale }: Pick<Caller, 'id' | 'locale'>) {
  const { process, pinned: { flow } } = document
  const facts = engineFacts(document)
  const command = { action: 'jump', target: '', comment: '-', by, at: facts.at } as const
  const refused = actions.jump.refuse({ flow, document: process, facts, person: by })
  if (refused) throw refusalError(refused, command, { flow, process, locale })
  const onWay = nodesOnWay(flow, facts, process)
  return nodesOf(flow)
    .filter(({ block, id: target }) =>
      block === 'approve' && onWay.has(target) && !isRefusal(decide(flow, process, { ...command, target }, facts))
    )
    .map(({ id, cn, en }) => ({ activityId: id, name: cn, nameEn: en }))
}
