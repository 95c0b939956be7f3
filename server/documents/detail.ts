import { allowed } from '../../src/approval/engine.ts'
import type { Action, DocumentState, Task } from '../../src/approval/types.ts'
import { nowOf } from '../../src/kernel/dates.ts'
import { Forbidden } from '../../src/kernel/errors.ts'
import { editableFields } from '../../src/kernel/evaluate/editable.ts'
import type { Form } from '../../src/kernel/form.ts'
import type { Locale } from '../../src/kernel/label.ts'
import type { FormValue } from '../../src/kernel/value.ts'
import type { Caller } from '../identity/caller.ts'
import type { Db } from '../database/tables.ts'
import { standing } from './answer.ts'
import { bindingsOf, engineFacts, type Moment } from './engine-facts.ts'
import { evaluationAt } from './facts.ts'
import type { Flows, PinnedFlow } from './flows.ts'
import { type DocumentHost, formOf } from './host.ts'
import { readable, readerOf } from './scope.ts'
import { stateCodes } from './wire.ts'

interface Reading {
  readonly host: DocumentHost
  readonly flows: Flows
  readonly db: Db
  readonly caller: Caller
  readonly at: Date
}

/** A document that the caller may read, with what its screens need. */
export interface Read extends Moment {
  readonly id: string
  readonly number: string
  readonly process: DocumentState
  readonly pinned: PinnedFlow
  readonly revision: number
  readonly started: Date
  readonly ended: Date | null
  /** The caller's own running task. */
  readonly task: Task | undefined
  readonly actions: readonly Action[]
}

/** Reads a document in the caller's scope. @throws Forbidden alike for what is absent and what is not theirs */
export async function read({ host, flows, db, caller, at }: Reading, id: string): Promise<Read> {
  const reader = await readerOf(host, db, caller)
  const row = await db.selectFrom('document').selectAll('document').where('document.id', '=', id).where(readable(reader)).executeTakeFirst()
  if (!row) throw new Forbidden('documents.notReadable')
  const form = formOf(host, row.type)
  const pinned = await flows.pinned(db, row.flow)
  const evaluation = await evaluationAt(host, db, { at, form, flow: pinned.flow })
  await evaluation.know(form.fields, row.value)
  const moment: Moment = { form, value: row.value, evaluation, at, caller: { ...caller }, bindings: await bindingsOf(db, id) }
  const task = row.process.runs.flatMap(({ tasks }) => tasks).find(({ person, state }) => person === caller.id && state === 'running')
  return {
    ...moment, id, number: row.number, process: row.process, pinned, revision: row.revision, started: row.started_at, ended: row.ended_at, task,
    actions: allowed(row.process, pinned.flow, { person: caller.id, task: task?.id }, engineFacts(moment)),
  }
}

/** The document with what its screen needs; the field names are the wire's. */
export function detailOf(document: Read, caller: Caller) {
  const { form, process, pinned, value, task, number, id, started, ended } = document
  const { state, currentTask } = standing(pinned.flow, process, caller.locale, task?.id)
  return {
    businessKey: id,
    procInstId: id,
    businessNo: number,
    businessType: form.key,
    procDefId: `${form.key}:${pinned.version}`,
    revision: document.revision,
    round: process.round,
    state,
    title: value['title'],
    titleEn: value['titleEn'] ?? value['title'],
    startUserId: process.starter,
    createTime: nowOf(started),
    endTime: ended && nowOf(ended),
    currentTask,
    ...taskOf(form, task),
    process: { localName: form[caller.locale], processName: form.cn, processNameEn: form.en, supportCompletedAbort: form.abortAfterCompletion, dynamicForm: false, urlPage: null },
    business: wireValue(document, caller.locale),
    ...listsOf(value),
    actions: document.actions,
  }
}

/** The reader's own part: their task, and what they may fill in. */
const taskOf = (form: Form, task: Task | undefined) =>
  task ? { taskId: task.id, nodeId: task.node, editable: editablePaths(form, task.node) } : { taskId: null, nodeId: null, editable: [] }

/** Lists of the form that screens read beside it. */
const listsOf = (value: FormValue) => Object.fromEntries(['overBudgetInfo', 'explainDtoList', 'attachmentList'].map((key) => [key, value[key] ?? []]))

/** The value with the header fields that follow from the approval. */
function wireValue({ form, value, process, pinned, number, ended }: Read, locale: Locale): FormValue {
  const { currentTask } = standing(pinned.flow, process, locale)
  const live: FormValue = { businessNo: number, state: String(stateCodes[process.status]), currentTask: currentTask?.name ?? null, endTime: ended && nowOf(ended) }
  return { ...value, ...Object.fromEntries(Object.entries(live).filter(([key]) => key in form.fields)) }
}

/** Paths of the fields that stay open at a node: `paperReceived`, `items.approvedAmount`. */
export function editablePaths(form: Form, at: string): string[] {
  const editable = editableFields(form, at)
  return Object.entries(form.fields).flatMap(([key, field]) => [
    ...(editable(key) ? [key] : []),
    ...Object.keys(field.columns ?? {}).map((column) => `${key}.${column}`).filter((path) => editable(path)),
  ])
}
