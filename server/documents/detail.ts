import { nowOf } from '#kernel/values/dates.ts'
import { disclosedValue } from '#kernel/fields/disclosure.ts'
import { Forbidden } from '#kernel/errors.ts'
import { editablePaths } from '#kernel/evaluate/access/editable.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import { approvalNode, nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Form, NextDocument } from '#kernel/form.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isElsewhere } from '#approval/actions/action.ts'
import { allowed } from '#approval/engine.ts'
import { isMoney, needsSecond } from '#approval/interventions.ts'
import { excludedPeople } from '#approval/resolve/interested.ts'
import { roundOf, taskOf } from '#approval/state.ts'
import type { Action, DocumentState, Task } from '#approval/types.ts'
import type { CheckItem, NodeChecks, RunningTask } from '#approval/wire/filed-document.ts'
import { checksOf as requiredChecks } from '#approval/nodes/automatic.ts'
import type { Directory } from '#approval/directory.ts'
import type { Event } from '#approval/event.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Db } from '#server/database/tables.ts'
import { accessIn, accessOnScreen, accountPaths, disclosedDocumentValue, nodesOfPerson, withheldOf } from './values/disclosed-values.ts'
import { positionOf } from './lifecycle/nodes/position.ts'
import { bindingsOf, engineFacts, type EngineInput, type ReadDocument, rowHoldersOf } from './lifecycle/engine-facts.ts'
import { evaluationAt } from './values/form-facts.ts'
import type { Definitions } from './definitions/definition-store.ts'
import { followUpsOf } from './lifecycle/follow-up.ts'
import { definitionOfDocument, type DocumentHost } from './host.ts'
import { confirmationOf } from './interventions/propose.ts'
import { moduleActionsOf } from './lifecycle/module-action.ts'
import { undoRefusal } from './lifecycle/run-command.ts'
import { administersFlows, isMentionedIn, readable, readerOf } from './visibility/scope.ts'
import { personOf } from './timeline/people.ts'
import { subjectFor } from './lists/rows.ts'
import { otherConsumption, remainingBalanceOf } from './links/consumption.ts'
import { stateCodes } from './wire.ts'
import { upcast } from './store/history.ts'

interface CheckListContext {
  readonly flow: Flow
  readonly process: DocumentState
  readonly directory: Directory
  /** Returns whether a condition of the flow holds for the document. */
  readonly condition: (feel: string) => boolean
  /** The reader's own task. */
  readonly task: Task | undefined
}

/**
 * The check lists of a flow's nodes with the answers of the visits that still count. Lists without answers are left out once their node
 * is over.
 */
export async function checkListsOf(db: Db, { flow, process, directory, condition, task }: CheckListContext): Promise<NodeChecks[]> {
  const nodes = nodesOf(flow).filter((node): node is ApprovalNode => node.block === 'approve' && (node.checkList?.length ?? 0) > 0)
  if (nodes.length === 0) return []
  const answers = await answersOf(db, process)
  const lists = nodes.map(({ id, cn, en, checkList = [] }) => {
    const active = task?.node === id
    return {
      nodeId: id,
      nodeName: cn,
      nodeNameEn: en,
      active,
      required: !active || task.parent === undefined,
      items: checkList.filter((item) => answers.has(`${id} ${item.id}`) || requiredChecks({ checkList: [item] }, { condition }).length > 0)
        .map((item) => ({ id: item.id, cn: item.cn, en: item.en, ...answerOf(answers.get(`${id} ${item.id}`), directory) })),
    }
  })
  return lists.filter(({ nodeId, items }) => !isOver(process, nodeId) || items.some(({ result }) => result !== null))
}

/** Returns whether a node can no longer be checked: it was left, or the document has ended. */
function isOver(process: DocumentState, id: string): boolean {
  const visits = countingRuns(process).filter(({ node }) => node === id)
  return process.status !== 'inApproval' || (visits.length > 0 && visits.every(({ state }) => state !== 'running'))
}

/** The visits of the current round that no return has cancelled. */
const countingRuns = ({ round, runs }: DocumentState) => runs.filter((run) => roundOf(run) === round && run.state !== 'cancelled')

type PassEvent = Extract<Event, { type: 'passed' }>

interface ItemAnswer {
  readonly result: NonNullable<CheckItem['result']>
  readonly remark?: string
  readonly by: string
  readonly at: string
}

/** The last answer to each item, by node and item. */
async function answersOf(db: Db, process: DocumentState): Promise<Map<string, ItemAnswer>> {
  const counting = new Set(countingRuns(process).map(({ id }) => id))
  const rows = await db.selectFrom('document_event').select('payload').where('document', '=', process.id).where('type', '=', 'passed')
    .orderBy('seq').execute()
  const passes = rows.map(({ payload }) => upcast(payload) as PassEvent).filter(({ run }) => counting.has(run))
  return new Map(
    passes.flatMap(({ node, checks = [], by, at }) =>
      checks.map(({ item, ...check }) => [`${node} ${item}`, { ...check, by, at }] as const)
    ),
  )
}

const answerOf = (answer: ItemAnswer | undefined, directory: Directory) => ({
  result: answer?.result ?? null,
  remark: answer?.remark ?? null,
  checkedBy: answer ? personOf(directory, answer.by) : null,
  checkedAt: answer ? nowOf(new Date(answer.at)) : null,
})

interface DetailReader {
  readonly host: DocumentHost
  readonly flows: Definitions
  readonly db: Db
  readonly caller: Caller
  readonly at: Date
}

/**
 * Reads a document in the caller's row scope.
 * @throws Forbidden both for an absent and for an unreadable document, so that ids cannot be probed
 */
export async function read(reading: DetailReader, id: string, taskId?: string): Promise<ReadDocument> {
  const { host, db, caller, at } = reading
  const reader = await readerOf(host, db, caller)
  const row = await db.selectFrom('document').selectAll('document').where('document.id', '=', id).where(readable(reader)).executeTakeFirst()
  if (!row) throw new Forbidden('documents.notReadable')
  const { form, pinned } = await definitionOfDocument(host, db, row)
  const evaluation = await evaluationAt(host, db, { at, form, flow: pinned.flow, document: id })
  await evaluation.know(form.fields, row.value)
  const { number, process, value } = row
  const refusal = await undoRefusal(reading, { id, number, form, value, process, evaluation })
  const moment: EngineInput = { form, value, evaluation, at, caller: { ...caller }, undoRefusal: refusal,
    bindings: await bindingsOf(db, id), isMentioned: await isMentionedIn(db, row, caller.id) }
  const own = ownTasks(process, caller.id, taskId)
  const owned = { id, starter: process.starter, applicant: process.applicant }
  const access = accessIn({ form, today: host.forms.get(form.key), reader: caller, document: owned,
    nodes: nodesOfPerson(process, caller.id), open: own.task ? editablePaths(form, own.task.node) : [] })
  const shown = await disclosedDocumentValue(host, { db, form, value, reader: caller, directory: evaluation.directory, document: owned },
    access)
  const about = subjectFor({ host, caller }, { type: form.key, subject: row.subject, subject_en: row.subject_en, ...owned })
  return { ...moment, ...own, id, number, about, shown, access, process, pinned, revision: row.revision, started: row.started_at,
    ended: row.ended_at, actions: actionsOf(pinned.flow, process, { moment, ...own }) }
}

/** The caller's running task, and the one that is suspended until people added by countersign have decided. */
function ownTasks({ status, runs }: DocumentState, person: string, taskId: string | undefined): Pick<ReadDocument, 'task' | 'suspended'> {
  const own = status === 'inApproval' ? runs.flatMap(({ tasks }) => tasks).filter((task) => task.person === person) : []
  const running = own.filter(({ state }) => state === 'running')
  return { task: running.find(({ id }) => id === taskId) ?? running[0], suspended: own.find(({ state }) => state === 'suspended') }
}

/** The actions open to the caller, with either of their tasks. */
function actionsOf(flow: Flow, process: DocumentState,
  { moment, task, suspended }: Pick<ReadDocument, 'task' | 'suspended'> & { moment: EngineInput }): readonly Action[] {
  const facts = engineFacts(moment)
  const withTask = (id: string | undefined) => allowed(process, flow, { person: moment.caller.id, task: id }, facts)
  return suspended && task
    ? [...new Set([...withTask(task.id), ...withTask(suspended.id).filter((action) => action === 'cancelCountersign')])]
    : withTask(task?.id)
}

/** The document as its page reads it, with the field names of the wire. */
export async function detailOf({ host, db, caller }: Pick<DetailReader, 'host' | 'db' | 'caller'>, document: ReadDocument) {
  const { form, process, pinned, task, number, id, started, ended } = document
  const part = partOf(document, caller)
  const value = disclosedValue(document.shown, accessOnScreen(document, part.editable))
  const { state, currentTask } = positionOf(pinned.flow, process, caller.locale, task?.id)
  return {
    businessKey: id,
    procInstId: id,
    businessNo: number,
    businessType: form.key,
    procDefId: `${form.key}:${pinned.version}`,
    revision: document.revision,
    round: process.round,
    state,
    title: textOf(value['title']),
    titleEn: textOf(value['titleEn'] ?? value['title']),
    ...document.about,
    startUserId: process.starter,
    createTime: nowOf(started),
    endTime: ended && nowOf(ended),
    currentTask,
    ...part,
    moduleActions: moduleActionsOf(host, document, caller),
    onward: wireNextDocument(await nextDocumentOf(db, document, caller)),
    processInstance: { id, processDefinitionKey: form.key, processDefinitionId: `${form.key}:${pinned.version}`,
      startUserId: process.starter },
    checkList: await checkListsOf(db, { flow: pinned.flow, process, task, directory: document.evaluation.directory,
      condition: engineFacts(document).condition }),
    runningTasks: administersFlows(caller) ? await runningTasksOf(db, document) : [],
    confirmation: isIntervening(document, caller) ? await confirmationOf(host, db, document, caller.id) : null,
    process: { localName: form[caller.locale], processName: form.cn, processNameEn: form.en,
      supportCompletedAbort: form.abortAfterCompletion, dynamicForm: false, urlPage: null },
    business: { ...wireValue({ ...document, shown: value }, caller.locale), ...(await remainingBalanceOf(db, document)) },
    ...listsOf(host, form, value),
    withheld: withheldOf(document),
    actions: document.actions,
    printsAccounts: accountPaths(form.fields).some((path) => !['masked', 'hidden'].includes(document.access(path))),
  }
}

/** Returns whether the reader may intervene in a document that moves money. */
const isIntervening = ({ form, pinned, process, actions }: ReadDocument, { id }: Caller): boolean =>
  isMoney(form, pinned.flow) && actions.some((action) => needsSecond(action, id, process))

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The caller's own part: their task, editable fields, follow-up, and the node to which they may refer the decision. */
function partOf(document: ReadDocument, caller: Caller) {
  const { form, pinned, process, task, suspended, actions } = document
  const followUps = followUpsOf(document, caller).map(({ id, cn, en }) => ({ id, cn, en, editable: editablePaths(form, id) }))
  const judgement = task && actions.includes('hardToDecide') ? approvalNode(pinned.flow, task.node)?.hardToDecide : undefined
  return {
    ...(task
      ? { taskId: task.id, nodeId: task.node, actsFor: rowHoldersOf(task), editable: editablePaths(form, task.node) }
      : { taskId: null, nodeId: null, actsFor: [], editable: [] }),
    ...(followUps[0] ? { followUp: followUps[0], editable: followUps[0].editable } : { followUp: null }),
    followUps,
    suspendedTaskId: suspended ? suspended.id : null,
    decidedOn: otherTerminals(document, caller),
    excludedAssignees: excludedPeople(task && approvalNode(pinned.flow, task.node), { flow: pinned.flow, document: process,
      facts: engineFacts(document) }),
    hardToDecideOneShow: judgement === 'one',
    hardToDecideTwoShow: judgement === 'two',
  }
}

/** The terminals on which the caller's task is decided, where theirs is not among them. */
function otherTerminals({ task, pinned: { flow } }: ReadDocument, { terminal }: Caller) {
  const { terminals = null } = (task && approvalNode(flow, task.node)) ?? {}
  return terminals && isElsewhere(terminals, terminal) ? terminals : null
}

/** The button that leads to the next document. */
const wireNextDocument = (next: NextDocument | undefined) => (next ? { form: next.form, link: next.link, cn: next.cn, en: next.en } : null)

/** The current assignees, for workflow administrators. */
async function runningTasksOf(db: Db, document: ReadDocument): Promise<readonly RunningTask[]> {
  const { id, process, pinned, evaluation: { directory } } = document
  const context = { flow: pinned.flow, document: process, facts: engineFacts(document) }
  const rows = await db.selectFrom('task').select(['id', 'node', 'node_cn', 'node_en', 'assignee', 'due_at']).where('document', '=', id)
    .where('state', '=', 'running')
    .orderBy('id').execute()
  return rows.filter((row) => taskOf(process, row.id)?.state === 'running').map((row) => ({
    taskId: row.id,
    nodeId: row.node,
    nodeName: row.node_cn,
    nodeNameEn: row.node_en,
    person: personOf(directory, row.assignee),
    dueTime: row.due_at && nowOf(row.due_at),
    excludedAssignees: excludedPeople(approvalNode(pinned.flow, row.node), context),
  }))
}

/** List fields that clients read next to the form's value, under the keys of their fields. */
const listsOf = ({ plugins }: Pick<DocumentHost, 'plugins'>, { fields }: Form, value: FormValue) => {
  const beside = plugins.flatMap(({ fieldRoles }) => fieldRoles.filter((each) => each.beside).map(({ role }) => role))
  const keys = [...[...beside, 'explanations' as const].map((role) => keyAs(fields, role)), 'attachmentList'].filter((key) =>
    key !== undefined
  )
  return Object.fromEntries(keys.map((key) => [key, value[key] ?? []]))
}

/** The value with the header fields that are computed from the approval. */
function wireValue({ form, shown: value, process, pinned, number, ended }: ReadDocument, locale: Locale): FormValue {
  const { currentTask } = positionOf(pinned.flow, process, locale)
  const live: FormValue = { businessNo: number, state: String(stateCodes[process.status]), currentTask: currentTask?.name ?? null,
    endTime: ended && nowOf(ended) }
  return { ...value, ...Object.fromEntries(Object.entries(live).filter(([key]) => isLive(form.fields[key]))) }
}

/** Whether a header field is computed. A form may have an own field of the same key, such as the end of a trip, which is kept. */
const isLive = (field: FieldDefinition | undefined): boolean => field?.system === true && field.value === undefined

/** The next document of a completed one, for its initiator and until it is consumed; read by the page. */
export async function nextDocumentOf(db: Db, { id, form, process }: Pick<ReadDocument, 'id' | 'form' | 'process'>,
  caller: Pick<Caller, 'id'>): Promise<NextDocument | undefined> {
  if (!form.onward || process.status !== 'completed' || process.starter !== caller.id) return undefined
  return (await otherConsumption(db, [id], undefined)).get(id)?.by ? undefined : form.onward
}
