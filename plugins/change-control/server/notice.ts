import { sql } from 'kysely'
import { superiorOf } from '#approval/directory.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { takenFromOf } from '#kernel/evaluate/filling/taken-rows.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { isDone, type LineState, mayMove, stateOf } from '../ecn-line.ts'
import './tables.ts'

/** Key of the table of lines in a notice and in its change. */
export const lines = 'changeItems'

/** A notice as it is stored. */
export interface StoredNotice {
  readonly id: string
  readonly number: string
  readonly state: 'inApproval' | 'completed' | 'refused' | 'revoked' | 'voided'
  readonly value: FormValue
  /** Nodes that wait for somebody. */
  readonly nodes: readonly string[]
}

/** The ids of a document link. */
export const linked = (held: unknown): readonly string[] =>
  Array.isArray(held) ? held.filter((id): id is string => typeof id === 'string' && id !== '') : []

const notices = (db: Db) =>
  db.selectFrom('document').select(['id', 'number', 'state', 'value', 'current_nodes']).where('type', '=', 'ecnApply')

const stored = ({ current_nodes: nodes, ...row }: Awaited<ReturnType<ReturnType<typeof notices>['execute']>>[number]): StoredNotice => ({
  ...row,
  nodes: nodes.map(({ id }) => id),
})

/** Notices by their ids, in the order of these. */
export async function noticesOf(db: Db, ids: readonly string[]): Promise<readonly StoredNotice[]> {
  return ids.length === 0 ? [] : (await notices(db).where('id', 'in', [...ids]).orderBy('id').execute()).map(stored)
}

/** The same, locked until the transaction ends. Lock order: the acting document first, then notices by id. */
export async function lockNotices(db: Db, ids: readonly string[]): Promise<readonly StoredNotice[]> {
  return ids.length === 0 ? [] : (await notices(db).where('id', 'in', [...ids]).orderBy('id').forUpdate().execute()).map(stored)
}

/** A change of a notice that is still in approval. */
export interface OpenChange {
  readonly id: string
  readonly number: string
  readonly value: FormValue
}

/** The changes in approval of these notices, by the id of the notice. */
export async function openChanges(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, OpenChange>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('document').innerJoin('document_link', 'document_link.owner', 'document.id').select([
    'document.id',
    'document.number',
    'document.value',
    'document_link.target',
  ]).where('document.type', '=', 'ecnChange').where('document.state', '=', 'inApproval').where('document_link.field', '=', 'ecn')
    .where('document_link.target', 'in', [...ids]).execute()
  return new Map(rows.map(({ target, ...change }) => [target, change]))
}

/** Returns whether a change locks a line: a cancellation locks all lines that are not executed, other changes lock the lines they name. */
function holds({ value }: OpenChange, line: FormValue): boolean {
  if (value['changeKind'] === 'cancel') return !isDone(stateOf(line))
  return rowsAt(value, lines).some((row) => originOf(row) === rowIdOf(line))
}

/** Id of the line of the notice that a changed line comes from. */
export const originOf = (row: FormValue): string | undefined => takenFromOf(row)?.row

/** The lines with the heads of their execution departments, as the flow finds them: the deputy where there is no head. */
export function withHeads({ directory, document, value }: DocumentStep, rows: readonly FormValue[]): readonly FormValue[] {
  const own = new Set([document.starter, value['applicant']])
  return rows.map((row) => {
    const person = headOrDeputy(directory, row['execDept'])
    if (person === undefined || !own.has(person)) return { ...row, execHead: person ?? null }
    const from = person === value['applicant'] ? String(value['applicantDept']) : undefined
    return { ...row, execHead: superiorOf(directory, person, from, (other) => own.has(other))?.person ?? null }
  })
}

function headOrDeputy(directory: DocumentStep['directory'], department: unknown): string | undefined {
  const { head, deputy } = (typeof department === 'string' ? directory.department(department) : undefined) ?? {}
  return head ?? deputy
}

/** Lines whose executor and day are named go into execution as the head of their department passes. */
export const begun = (rows: readonly FormValue[]): readonly FormValue[] =>
  rows.map((row) => (stateOf(row) === '0' && row['executor'] && row['planDate'] ? { ...row, itemState: '1' } : row))

/** The lines with their execution data reset. */
export const anew = (rows: readonly FormValue[]): readonly FormValue[] =>
  rows.map((row) => ({ ...row, itemState: '0', executor: null, planDate: null, doneDate: null, delayReason: null, evidence: null }))

/** A line with its index and its value before the action. */
interface MovedLine {
  readonly row: FormValue
  readonly before: FormValue | undefined
  readonly index: number
}

const movedLines = ({ value, before }: DocumentStep): readonly MovedLine[] => {
  const known = new Map(rowsAt(before ?? {}, lines).map((row) => [rowIdOf(row), row]))
  return rowsAt(value, lines).map((row, index) => ({ row, before: known.get(rowIdOf(row)), index }))
}

const atState = (index: number, code: string, parameters: Record<string, string> = {}): FieldProblem => ({
  field: `${lines}.${index}.itemState`,
  code,
  parameters,
})

/** Returns whether a line is delayed without a reason by this action; lines whose day has passed are delayed without one. */
const lacksReason = (row: FormValue, before: FormValue = {}): boolean =>
  stateOf(row) === '5' && !row['delayReason'] && (stateOf(before) !== '5' || Boolean(before['delayReason']))

/**
 * Problems of state changes that the node does not allow, of delays without a reason, which are saved without a pass, and of lines that
 * their executor has not executed.
 */
export function stateProblems(step: DocumentStep): readonly FieldProblem[] {
  const { node = 'start', isDraft } = step
  return movedLines(step).flatMap(({ row, before, index }) => {
    const [from, to] = [before ? stateOf(before) : '0', stateOf(row)]
    if (!mayMove(node, from as LineState, to)) return [atState(index, 'change.lineMove')]
    if (isDraft) return lacksReason(row, before) ? [{ field: `${lines}.${index}.delayReason`, code: 'change.delayReason' }] : []
    return node === 'executor' && isOwn(step, row) && !isDone(to) ? [atState(index, 'change.notExecuted')] : []
  })
}

/** Returns whether the actor executes a line, or acts for its executor. */
const isOwn = ({ actsFor = [] }: DocumentStep, { executor }: FormValue): boolean =>
  typeof executor === 'string' && actsFor.includes(executor)

/** Problems at changed lines that are locked by an open change of the notice. */
export async function lockedProblems(step: DocumentStep): Promise<readonly FieldProblem[]> {
  const moved = movedLines(step).filter(({ row, before }) => before !== undefined && JSON.stringify(row) !== JSON.stringify(before))
  if (moved.length === 0) return []
  const change = (await openChanges(step.db, [step.document.id])).get(step.document.id)
  if (!change) return []
  return moved.filter(({ before = {} }) => holds(change, before)).map(({ index }) =>
    atState(index, 'change.lineLocked', { no: change.number })
  )
}

/** Problems at lines verified by this action before their change master exists in SAP. */
export async function unpostedProblems(step: DocumentStep): Promise<readonly FieldProblem[]> {
  const verified = movedLines(step).filter(({ row, before }) => stateOf(row) === '3' && before !== undefined && stateOf(before) !== '3')
  return verified.length > 0 && (await awaitsChangeMaster(step.db, step.document.id))
    ? verified.map(({ index }) => atState(index, 'change.noChangeMaster'))
    : []
}

/** Returns whether a change master of this round was sent and is neither created nor handled by hand. */
export async function awaitsChangeMaster(db: Db, document: string): Promise<boolean> {
  const row = await db.selectFrom('posting').innerJoin('document',
    (join) => join.onRef('document.id', '=', 'posting.document').onRef('document.round', '=', 'posting.round')).select('posting.id')
    .where('posting.document', '=', document).where('posting.step', 'like', 'changeMaster-%').where('posting.reverses', 'is', null)
    .where('posting.state', 'not in', ['posted', 'handled']).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Warnings at lines whose materials are in another notice that is in approval. */
export async function materialWarnings({ db, document, value }: DocumentStep): Promise<readonly FieldProblem[]> {
  const rows = rowsAt(value, lines)
  const wanted = [
    ...new Set(
      rows.flatMap(({ oldMaterial, newMaterial }) => [oldMaterial, newMaterial]).filter((id): id is string =>
        typeof id === 'string' && id !== ''
      ),
    ),
  ]
  if (wanted.length === 0) return []
  const { rows: found } = await sql<{ id: string; code: string; no: string }>`
    select distinct on (material.id) material.id, material.code, ecn_line.business_no as no from ecn_line
      join material on material.id in (ecn_line.old_material, ecn_line.new_material)
      where ecn_line.document_state = '1' and ecn_line.document <> ${document.id}
        and (ecn_line.old_material = any(${wanted}) or ecn_line.new_material = any(${wanted})) and material.id = any(${wanted})
      order by material.id, ecn_line.business_no desc`.execute(db)
  const open = new Map(found.map(({ id, code, no }) => [id, { code, no }]))
  return rows.flatMap((row, index) =>
    (['oldMaterial', 'newMaterial'] as const).flatMap((column): FieldProblem[] => {
      const hit = open.get(String(row[column]))
      return hit ? [{ field: `${lines}.${index}.${column}`, code: 'change.materialOpen', parameters: hit, level: 'warn' }] : []
    })
  )
}
