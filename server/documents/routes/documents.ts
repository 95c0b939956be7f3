import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Forbidden } from '#kernel/errors.ts'
import type { DocumentProgress } from '#approval/wire/progress.ts'
import { markersOf } from '#approval/nodes/node-requirements.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { Facts } from '#approval/types.ts'
import type { ApprovalNode } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { serverMessages } from '#server/server-messages.ts'
import { signedIn } from '#server/http/access.ts'
import { lackedFiles } from '../inbound/files.ts'
import { postingsOf } from '#server/postings/status.ts'
import { serviceTaskStatusOf } from '#server/service-tasks/status.ts'
import { flowMapOf } from '../timeline/flow-map.ts'
import { usualTimes } from '../timeline/usual-times.ts'
import { timelineViewOf } from '../timeline/view.ts'
import { checkListsOf } from '../check-lists.ts'
import type { ReadDocument } from '../read-document.ts'
import { detailOf, editablePaths, read } from '../detail.ts'
import type { DocumentHost } from '../host.ts'
import { shownExceptions } from '../exceptions.ts'
import { bindingsOf, engineFacts } from '../lifecycle/engine-facts.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import { labelsOf } from '../values/labels.ts'
import { modeCode, stateCodes } from '../wire.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { versionOnPage } from '../definitions/version-on-page.ts'
import { type DocumentRouteContext, readContext, typed } from './context.ts'
import { hints, id } from './inputs.ts'
import { proposalsIn } from '../interventions/rows.ts'
import { mustRead } from '../lifecycle/commands.ts'

const access = { access: signedIn, resource: 'document' } as const
const readAccess = { ...access, reads: true } as const
const keys = z.object({ procInstId: id.optional(), businessKey: id.optional(), businessNo: z.string().max(40).optional(),
  taskId: id.optional() })

/** Calls that show a filed document. */
export function documentRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)
  const find = serverMessages(calls.host.plugins)
  const usual = usualTimes()

  routes.get('/oaserver/:businessType/detail', { config: access,
    schema: { params: z.strictObject({ businessType: z.string().max(64) }), querystring: keys } }, async (request) => {
    const context = readContext(calls, request)
    const document = await read(context, await keyOf(context, request.query), request.query.taskId)
    const timeline = await timelineViewOf(context, document)
    const detail = await detailOf(context, document)
    const onWay = new Set(timeline.progress.map(({ nodeId }) => nodeId))
    return { ...detail, ...timeline, ...versionOnPage(context.host, document),
      checkList: detail.checkList.filter(({ nodeId }) => onWay.has(nodeId)), proposals: await proposalsIn(context, document.id),
      exceptions: await shownExceptions({ ...context, find }, document),
      serviceTask: await serviceTaskStatusOf({ ...context, find }, document), postings: await postingsOf(context, document),
      lackedFiles: document.form.startedBy === undefined ? [] : await lackedFiles(context.db, document.id),
      references: await labelsOf(context, document, timeline.processRecord) } satisfies FiledDocument
  })

  routes.post('/workflow/getProcessInstanceNodeInfo', { config: readAccess,
    schema: { body: z.strictObject({ ...hints, taskId: id.nullish(), parameters: z.record(z.string(), z.unknown()).optional() }) } },
    async (request) => {
      const context = readContext(calls, request)
      const document = await read(context, await keyOf(context, request.body))
      const view = await timelineViewOf(context, document)
      return { ...view, map: flowMapOf(document, view.progress) } satisfies DocumentProgress
    })

  routes.get('/workflow/usualTimes/:businessType', { config: access,
    schema: { params: z.strictObject({ businessType: z.string().max(64) }) } },
    ({ params: { businessType } }) => usual(calls.host.db, businessType, calls.host.clock.now()))

  routes.get('/workflow/historicFlow', { config: access, schema: { querystring: keys } }, async (request) => {
    const context = readContext(calls, request)
    return (await timelineViewOf(context, await read(context, await keyOf(context, request.query)))).processRecord
  })

  routes.post('/workflow/getProcessRecordList', { config: readAccess, schema: { body: z.strictObject(hints) } }, async (request) => {
    const context = readContext(calls, request)
    return (await timelineViewOf(context, await read(context, await keyOf(context, request.body)))).processRecord
  })

  routes.post('/workflow/approvingNodeForm', { config: readAccess, schema: { body: z.strictObject({ ...hints, taskId: id.nullish() }) } },
    async (request) => {
      const context = readContext(calls, request)
      const document = await read(context, await keyOf(context, request.body), request.body.taskId ?? undefined)
      const { form, process, pinned: { flow }, task, evaluation: { directory } } = document
      return { ...nodeForm(document, context.host), fields: fieldsAt(form, task?.node),
        checkList: await checkListsOf(context.db, { flow, process, task, directory, condition: engineFacts(document).condition }) }
    })

  routes.get('/workflow/checkBusinessBind/:procInstId', { config: { ...access, aliasResult: true },
    schema: { params: z.strictObject({ procInstId: id }) } }, async (request) => {
    const context = readContext(calls, request)
    await mustRead(context, request.params.procInstId)
    const owners = await context.db
      .selectFrom('document_link').innerJoin('document', 'document.id', 'document_link.owner')
      .select(['document.number', 'document.title', 'document.state']).distinct()
      .where('document_link.target', '=', request.params.procInstId).where('document_link.binds', '=', true)
      .where('document.state', 'in', ['inApproval', 'completed']).limit(20).execute()
    const bound = await bindingsOf(context.db, request.params.procInstId)
    return bound === 0
      ? 0
      : { count: bound, list: owners.map(({ number, title, state }) => ({ businessNo: number, title, state: stateCodes[state] })) }
  })
}

/** The requirements of the reader's task. */
function nodeForm(document: ReadDocument, host: DocumentHost) {
  const { form, task, actions, pinned: { flow } } = document
  const block = task && approvalNode(flow, task.node)
  if (!task || !block) return { editable: [], approvalTypeCode: null, ...nothing, hardToDecide: null }
  return {
    editable: editablePaths(form, task.node),
    approvalTypeCode: modeCode(block.mode),
    ...(task.parent === undefined ? owed(block, engineFacts(document), host) : nothing),
    hardToDecide: actions.includes('hardToDecide') ? (block.hardToDecide ?? null) : null,
  }
}

/** People added by countersign have no requirements. */
const nothing = { commentRequired: false, commentMustContain: [], opinionFacts: [], explains: null, saves: false } as const

const owed = (node: ApprovalNode, facts: Pick<Facts, 'condition' | 'opinionFact'>, { plugins }: DocumentHost) => ({
  commentRequired: node.opinionRequired ?? false,
  commentMustContain: markersOf(node, facts),
  opinionFacts: markersOf(node, facts).flatMap((name) => facts.opinionFact?.(name) ?? []),
  saves: node.saves === true,
  explains: plugins.flatMap(({ explanationKinds }) => explanationKinds).find(({ key }) => key === node.explains) ?? null,
})

function fieldsAt(form: Form, node: string | undefined) {
  const writable = new Set(node === undefined ? [] : editablePaths(form, node))
  return Object.entries(form.fields).map(([field, { required }]) => ({ field, readable: true, writable: writable.has(field),
    required: required === true })
  )
}

type Keys = { procInstId?: string | null; businessKey?: string | null; businessNo?: string | null; taskId?: string | null }

/**
 * The id of the document that any of the keys refers to. An absent document is reported like an unreadable one; the row scope is checked
 * by the caller.
 * @throws Forbidden
 */
async function keyOf({ db }: CommandContext, { procInstId, businessKey, businessNo, taskId }: Keys): Promise<string> {
  const key = procInstId ?? businessKey
  if (key) return key
  const found = taskId
    ? await db.selectFrom('task').select('document as id').where('id', '=', taskId).executeTakeFirst()
    : businessNo
    ? await db.selectFrom('document').select('id').where('number', '=', businessNo).executeTakeFirst()
    : undefined
  if (!found) throw new Forbidden('documents.notReadable')
  return found.id
}
