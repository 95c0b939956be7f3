import { allowed } from '#approval/engine.ts'
import { isMoney, needsSecond } from '#approval/interventions.ts'
import { excludedPeople } from '#approval/resolve/interested.ts'
import { taskOf } from '#approval/state.ts'
import type { Action, DocumentState } from '#approval/types.ts'
import type { RunningTask } from '#approval/wire/filed-document.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { disclosedValue } from '#kernel/fields/disclosure.ts'
import { Forbidden } from '#kernel/errors.ts'
import { editableFields } from '#kernel/evaluate/access/editable.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Flow } from '#kernel/flow.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { Form, NextDocument } from '#kernel/form.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Db } from '#server/database/tables.ts'
import { accountPaths } from './values/account-numbers.ts'
import { positionOf } from './lifecycle/nodes/position.ts'
import { checkListsOf } from './check-lists.ts'
import { bindingsOf, engineFacts, type EngineInput } from './lifecycle/engine-facts.ts'
import { evaluationAt } from './values/form-facts.ts'
import type { Definitions } from './definitions/definition-store.ts'
import { followUpsOf } from './lifecycle/follow-up.ts'
import { definitionOfDocument, type DocumentHost } from './host.ts'
import { confirmationOf } from './interventions/confirmers.ts'
import { rowHoldersOf } from './lifecycle/nodes/row-holders.ts'
import { moduleActionsOf } from './lifecycle/module-action.ts'
import { nextDocumentOf } from './links/next-document.ts'
import { undoRefusal } from './lifecycle/undo-guard.ts'
import { administersFlows, readable, readerOf } from './visibility/scope.ts'
import { accessIn, accessOnScreen, disclosedDocumentValue, nodesOfPerson, withheldOf } from './values/disclosed-values.ts'
import { personOf } from './timeline/people.ts'
import { subjectFor } from './lists/rows.ts'
import { remainingBalanceOf } from './links/remaining-balance.ts'
import { stateCodes } from './wire.ts'
import type { ReadDocument } from './read-document.ts'

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
    bindings: await bindingsOf(db, id) }
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
    excludedAssignees: excludedPeople(task && approvalNode(pinned.flow, task.node), { flow: pinned.flow, document: process,
      facts: engineFacts(document) }),
    hardToDecideOneShow: judgement === 'one',
    hardToDecideTwoShow: judgement === 'two',
  }
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

/** Paths of the fields that are editable at a node: `remark`, `items.price`. */
export function editablePaths(form: Form, at: string): string[] {
  const editable = editableFields(form, at)
  return Object.entries(form.fields).flatMap(([key, field]) => [
    ...(editable(key) ? [key] : []),
    ...Object.keys(field.columns ?? {}).map((column) => `${key}.${column}`).filter((path) => editable(path)),
  ])
}
