import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sql } from 'kysely'
import { Forbidden, Missing } from '#kernel/errors.ts'
import type { ApprovalNode, Block } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import { describeForm, type FormDescription } from '#kernel/wording/describe.ts'
import { type DroppedField, droppedFields } from '#kernel/fields/dropped-fields.ts'
import { parameterOf } from '#kernel/parameters/parameters.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentProgress, MapBranches, MapCondition, MapStep, ProgressNode } from '#approval/wire/path.ts'
import { markersOf } from '#approval/nodes/automatic.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { Facts } from '#approval/types.ts'
import { serverMessages } from '#server/server-messages.ts'
import { signedIn } from '#server/http/access.ts'
import { postingsOf } from '#server/postings/status.ts'
import { serviceTaskStatusOf } from '#server/service-tasks/status.ts'
import type { Db } from '#server/database/tables.ts'
import { lackedFiles } from '../inbound/files.ts'
import { timelineViewOf } from '../timeline/view.ts'
import { editablePaths } from '#kernel/evaluate/access/editable.ts'
import { checkListsOf, detailOf, read } from '../detail.ts'
import { bindingsOf, engineFacts, type ReadDocument } from '../lifecycle/engine-facts.ts'
import { type DocumentHost, formOf } from '../host.ts'
import { shownExceptions } from '../exceptions.ts'
import { labelsOf } from '../values/labels.ts'
import { modeCode, nodeTypes, stateCodes } from '../wire.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { type DocumentRouteContext, hints, id, readContext, typed } from './requests.ts'
import { proposalsIn } from '../interventions/rows.ts'
import { mustRead } from '../lifecycle/commands.ts'
import { conditionText } from '../timeline/condition-text.ts'
import { accountPaths } from '../values/disclosed-values.ts'

type Conditions = (feel: string) => MapCondition

/** The flow of a document with its branches, the taken ones, and the values that decided. */
function flowMapOf(document: ReadDocument, progress: readonly ProgressNode[]): readonly MapStep[] {
  const { form, shown, access, pinned } = document
  const facts = engineFacts(document)
  const sees = (key: string) => access(key) === 'full' || access(key) === 'readOnly'
  const context = { fields: form.fields, shown, sees, holds: facts.condition, label: facts.label,
    parameter: (key: string, name: string) => parameterOf(document.evaluation, key, name)?.toFixed() }
  const judge: Conditions = (feel) => ({ text: conditionText(feel, context) ?? null, holds: facts.condition(feel) })
  const onWay = new Set(progress.flatMap(({ nodeId, state }) => (state === 'skipped' ? [] : [nodeId])))
  return pinned.flow.steps.map((step) => stepOf(step, judge, onWay))
}

function stepOf(block: Block, judge: Conditions, onWay: ReadonlySet<string>): MapStep {
  if (block.block === 'approve' || block.block === 'copy') {
    return { kind: 'node', nodeId: block.id, cn: block.cn, en: block.en,
      nodeType: block.block === 'copy' ? nodeTypes.copy : nodeTypes.approve,
      condition: block.when === undefined ? null : judge(block.when) }
  }
  const branches = branchesOf(block, judge).map(({ condition, steps }) => ({ condition,
    steps: steps.map((step) => stepOf(step, judge, onWay)) })
  )
  const walked = branches.map(({ steps }) => steps.some((step) => isOnWay(step, onWay)))
  const byValue = byConditions(block.block, branches.map(({ condition }) => condition))
  const taken = walked.includes(true) ? walked : byValue
  return { kind: 'branches', id: block.id, block: block.block,
    branches: branches.map((branch, at) => ({ ...branch, taken: taken[at] ?? false })) }
}

function branchesOf(block: Exclude<Block, { block: 'approve' | 'copy' }>,
  judge: Conditions): readonly { condition: MapCondition | null; steps: readonly Block[] }[] {
  if (block.block === 'parallel') return block.branches.map((steps) => ({ condition: null, steps }))
  return [...block.branches.map(({ when, steps }) => ({ condition: judge(when), steps })), { condition: null, steps: block.otherwise }]
}

/** Finds the branches that the current value leads to, where no entered node shows it. */
function byConditions(block: MapBranches['block'], conditions: readonly (MapCondition | null)[]): readonly boolean[] {
  if (block === 'parallel') return conditions.map(() => true)
  const first = conditions.findIndex((condition) => condition?.holds)
  if (first === -1) return conditions.map((condition) => condition === null)
  return conditions.map((condition, at) => (block === 'exclusive' ? at === first : condition?.holds ?? false))
}

const isOnWay = (step: MapStep, onWay: ReadonlySet<string>): boolean =>
  step.kind === 'node' ? onWay.has(step.nodeId) : step.branches.some(({ steps }) => steps.some((each) => isOnWay(each, onWay)))

/** Minutes by node. */
type UsualTimes = Readonly<Record<string, number>>

/** Number of past months. */
const months = 12
/** Minimum number of cases for a median. */
const fewest = 5
/** Time to live of the cached answer, ms. */
const fresh = 3_600_000

/**
 * The usual duration of each node of a type: the median over twelve months, from the first task's arrival to the last one's end. Uses the
 * index of documents by type; cached for an hour per database.
 */
function usualTimes(): (db: Db, type: string, at: Date) => Promise<UsualTimes> {
  const kept = new Map<string, { readonly at: number; readonly times: Promise<UsualTimes> }>()
  return (db, type, at) => {
    const known = kept.get(type)
    if (known && Math.abs(at.getTime() - known.at) < fresh) return known.times
    const times = medians(db, type, at)
    kept.set(type, { at: at.getTime(), times })
    times.catch(() => kept.delete(type))
    return times
  }
}

async function medians(db: Db, type: string, at: Date): Promise<UsualTimes> {
  const { rows } = await sql<{ node: string; minutes: number }>`
    with visit as (
      select task.node, extract(epoch from max(task.finished_at) - min(task.arrived_at)) / 60 as minutes
      from document join task on task.document = document.id
      where document.type = ${type} and document.started_at > ${at}::timestamptz - make_interval(months => ${months})
        and task.state = 'done' and task.arrived_at is not null and task.finished_at is not null
      group by task.document, task.round, task.node
    )
    select node, round(percentile_cont(0.5) within group (order by minutes))::int as minutes from visit group by node
    having count(*) >= ${fewest}`
    .execute(db)
  return Object.fromEntries(rows.map(({ node, minutes }) => [node, minutes]))
}

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
const nothing = { commentRequired: false, commentMustContain: [], opinionFacts: [], conditionalFacts: [], explains: null,
  saves: false } as const

const owed = (node: ApprovalNode, facts: Pick<Facts, 'condition' | 'opinionFact'>, { plugins }: DocumentHost) => ({
  commentRequired: node.opinionRequired ?? false,
  commentMustContain: markersOf(node, facts),
  opinionFacts: markersOf(node, facts).flatMap((name) => facts.opinionFact?.(name) ?? []),
  // by entries of the approver they may become due, or not be due any more
  conditionalFacts: (node.opinionMustContain ?? []).flatMap((marker) => {
    const fact = typeof marker === 'string' ? undefined : facts.opinionFact?.(marker.text)
    return fact && typeof marker !== 'string' ? [{ ...fact, when: marker.when }] : []
  }),
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

/** Differences between the pinned version of a document and the version known to the reader's pages. */
interface VersionOnPage {
  /** The pinned form; null where it is the one in force, which the pages have. */
  readonly definition: FormDescription | null
  /** Fields that resubmitting would drop; without those withheld from the reader. */
  readonly dropped: readonly DroppedField[]
}

/** Returns the pinned form of a document, where it is not the form in force, and the fields that the form in force dropped. */
function versionOnPage(host: DocumentHost, { form, value, access }: Pick<ReadDocument, 'form' | 'value' | 'access'>): VersionOnPage {
  const current = formOf(host, form.key)
  if (form === current) return { definition: null, dropped: [] }
  return { definition: describeForm(form), dropped: droppedFields(form, current, value).filter(({ path }) => access(path) !== 'hidden') }
}

const params = z.strictObject({ businessType: z.string().max(64), businessKey: id })
/** `field` is a path such as `payeeLines.proceedsAccount`, `row` the row of a table. */
const place = z.strictObject({ field: z.string().max(128), row: id.optional() })

/** Reveals one full account number of a document to its initiator or to those who pay it; every call is recorded in the audit log. */
export function accountNumberRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  typed(app).post('/oaserver/:businessType/:businessKey/account/reveal', {
    config: { access: signedIn, resource: 'document', repeats: 'secret' },
    schema: { params, body: place },
  }, async (request) => {
    const { params: { businessType, businessKey }, body } = request
    const { form, access, shown } = await read(readContext(calls, request), businessKey)
    if (form.key !== businessType) throw new Forbidden('documents.notReadable')
    if (!accountPaths(form.fields).includes(body.field) || ['masked', 'hidden'].includes(access(body.field)))
      throw new Forbidden('documents.accountNotReadable')
    const account = heldAt(shown, body)
    if (typeof account !== 'string') throw new Missing('documents.accountMissing')
    // the audit log identifies the number without containing it
    request.audited = { id: businessKey, after: body }
    return { account }
  })
}

function heldAt(value: FormValue, { field, row }: z.infer<typeof place>): unknown {
  const [table = '', column] = field.split('.')
  return column === undefined ? value[table] : rowsAt(value, table).find((each) => rowIdOf(each) === row)?.[column]
}
