import { isDeepStrictEqual } from 'node:util'
import { evolve } from '#approval/engine.ts'
import type { Event } from '#approval/event.ts'
import type { DocumentState } from '#approval/types.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { grouped } from '#kernel/grouped.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DataAudit } from '#server/plugin.ts'
import { valueWith } from '../lifecycle/changes.ts'
import { isProven } from '../values/decided-view.ts'
import { contentOf, type Definitions, type Pins } from '../definitions/definition-store.ts'
import { nodeNames } from '../definitions/flow-contents.ts'
import { historiesOf, type HistoryEntry, link } from './history.ts'
import { currentNodes, endedAt, roleColumns, urgesOfRound } from './store.ts'
import { taskRow } from './projection.ts'

/** Documents read at once, with their histories. */
const batch = 50

/** Replays the history of every document and compares it with all stored data of the document. */
export function replayAudit(definitions: Definitions, forms: ReadonlyMap<string, Form>): DataAudit {
  return {
    name: 'documents',
    async run(db) {
      const mismatches: string[] = []
      const contents = storedContents(db)
      let checked = 0
      for (let after = '';;) {
        const audited = await auditedAfter(db, after)
        for (const each of audited) mismatches.push(...(await mismatchesOf(db, { definitions, forms, contents }, each)))
        checked += audited.length
        const last = audited.at(-1)?.document.id
        if (!last) return { checked, mismatches }
        after = last
      }
    },
  }
}

interface ReplayDefinitions {
  readonly definitions: Definitions
  readonly forms: ReadonlyMap<string, Form>
  readonly contents: StoredContents
}

/** Finds the hashes whose forms are stored with exactly this canonical body. */
type StoredContents = (hashes: readonly string[]) => Promise<ReadonlySet<string>>

/** Reads each form once that a history refers to, and calculates its hash from its body. */
function storedContents(db: Db): StoredContents {
  const read = new Set<string>()
  const stored = new Set<string>()
  return async (hashes) => {
    const unread = distinct(hashes).filter((hash) => !read.has(hash))
    if (unread.length > 0) {
      const rows = await db.selectFrom('definition').select('body').where('kind', '=', 'form').where('content', 'in', unread).execute()
      for (const hash of unread) read.add(hash)
      for (const { body } of rows) stored.add(contentOf(body))
    }
    return stored
  }
}

/** The columns that are derived from the form's roles, with the stored ones. */
function rolesOf(form: Form | undefined,
  document: { readonly value: FormValue; readonly marks: readonly string[]; readonly bearing: readonly string[] }
): [string, unknown, unknown][] {
  if (!form) return []
  const { marks, bearing } = roleColumns(form, document.value)
  return [['marks', distinct(marks), distinct(document.marks)], ['bearing departments', distinct(JSON.parse(bearing) as string[]),
    distinct(document.bearing)]]
}

/** The form of a document; undefined where its module was removed before forms had versions. */
const formOf = async (db: Db, { definitions, forms }: Pick<ReplayDefinitions, 'definitions' | 'forms'>,
  document: Pins): Promise<Form | undefined> =>
  document.form !== null || forms.has(document.type) ? (await definitions.of(db, document)).form : undefined

type AuditedDocument = Awaited<ReturnType<typeof auditedAfter>>[number]

/** Reads the next documents by id, with their histories, tasks and copies as they were at one moment. */
const auditedAfter = (db: Db, after: string) =>
  db.transaction().setIsolationLevel('repeatable read').execute(async (tx) => {
    const documents = await tx.selectFrom('document').selectAll().where('id', '>', after).orderBy('id').limit(batch).execute()
    if (documents.length === 0) return []
    const ids = documents.map(({ id }) => id)
    const histories = await historiesOf(tx, ids)
    const tasks = grouped(await tx.selectFrom('task').selectAll().where('document', 'in', ids).execute(), (task) => task.document)
    const copies = grouped(await tx.selectFrom('cc').select(['document', 'person']).where('document', 'in', ids).execute(),
      (copy) => copy.document)
    return documents.map((document) => ({ document, history: histories.get(document.id) ?? [], tasks: tasks.get(document.id) ?? [],
      copies: copies.get(document.id) ?? [] })
    )
  })

/** Finds the stored data of a document that differ from its replayed history. */
async function mismatchesOf(db: Db, { definitions, forms, contents }: ReplayDefinitions,
  { document, history, tasks, copies }: AuditedDocument): Promise<string[]> {
  const { process, value, broken, unproven } = replay(history, await contents(viewedForms(history)))
  if (!process) return [`${document.number}: no history`]
  const { flow } = await definitions.pinned(db, document.type, document.flow)
  const form = await formOf(db, { definitions, forms }, document)
  const comparisons: [string, unknown, unknown][] = [
    ['process', process, document.process],
    ['value', value, document.value],
    ['state', process.status, document.state],
    ['round', process.round, document.round],
    ['end', endedAt(process), document.ended_at],
    ['urges of the round', urgesOfRound(process), document.urged],
    ['current nodes', process.status === 'inApproval' ? currentNodes(flow, process) : [], document.current_nodes],
    ...rolesOf(form, document),
    ['end of the history', [history.at(-1)?.seq, history.at(-1)?.hash], [document.history_seq, document.history_hash]],
    ['tasks', comparable(tasksOf(document.id, process, flow)), comparable(tasks)],
    ['copies', distinct(process.copies.map(({ person }) => person)), distinct(copies.map(({ person }) => person))],
  ]
  const wrong = comparisons.filter(([, expected, stored]) => !isDeepStrictEqual(plain(expected), plain(stored))).map(([what]) => what)
  const chain = broken === undefined ? [] : [`hash of entry ${broken}`]
  const stuck = process.status === 'inApproval' && !tasks.some(({ state }) => state === 'running') ? ['nobody to act'] : []
  const views = unproven.map((seq) => `view of entry ${seq}`)
  return [...wrong, ...chain, ...views, ...stuck].map((what) => `${document.number}: ${what}`)
}

function tasksOf(id: string, { runs }: DocumentState, flow: Flow) {
  const names = nodeNames(flow)
  return runs.flatMap(({ tasks }) => tasks.map((task) => taskRow(id, task, names)))
}

/** Hashes of the forms under which the deciders saw the document. */
const viewedForms = (history: readonly HistoryEntry[]): string[] =>
  history.flatMap(({ event }) => ('view' in event && event.view ? [event.view.form] : []))

/**
 * Folds a history: state, value, the first entry whose hash does not match the previous one, and the decisions whose view cannot be
 * proven: by the value of then under a form that is still stored.
 */
function replay(history: readonly HistoryEntry[], contents: ReadonlySet<string>) {
  const unproven: number[] = []
  let process: DocumentState | undefined
  let value: FormValue = {}
  let previous = ''
  let broken: number | undefined
  for (const { seq, event, written, hash } of history) {
    if (broken === undefined && link(previous, written) !== hash) broken = seq
    previous = hash
    value = valueWith(value, event)
    if (!isProven(event, value, contents)) unproven.push(seq)
    process = evolve(process, withoutValue(event))
  }
  return { process, value, broken, unproven }
}

/** Removes the filed value from an event: it belongs to the host, not to the engine. */
function withoutValue(event: Event): Event {
  if (event.type !== 'started' || !('filed' in event)) return event
  const { filed: _, ...started } = event
  return started as Event
}

// the due time of a task also depends on the calendar of that day, not only on the history
const comparable = (rows: readonly object[]) =>
  rows.map((row) => {
    const { read: _, node_cn: __, node_en: ___, due_at: ____, overdue_told: _____, due_reminded: ______, ...rest } = row as Record<string,
      unknown>
    return rest
  }).sort((left, right) => (String(left['id']) < String(right['id']) ? -1 : 1))

const distinct = (ids: readonly string[]) => [...new Set(ids)].sort()

/** Normalises a value like the database: without undefined, dates as text. */
const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)))
