import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { newId } from '#server/identity/id.ts'
import { isDone, stateOf } from '../ecn-line.ts'
import { originalItems, takenColumns } from '../lines.ts'
import { anew, begun, linked, lines, lockNotices, noticesOf, originOf, stateProblems, type StoredNotice, withHeads } from './notice.ts'

/** Nodes of a notice after its change owner: from there on it is released and may be changed. */
const released: ReadonlySet<string> = new Set(['vp', 'gm', 'ecnExecDept', 'executor', 'verify'])

/** Changes of notices: lines of the notice that they hold, and what their completion writes there. */
export const noticeChanges: DocumentExtension = {
  concerns: ['ecnChange'],

  async prepare(step): Promise<FormValue> {
    const { value, node, filing, isDraft } = step
    const rows = withHeads(step, filing ? anew(rowsAt(value, lines)) : rowsAt(value, lines))
    return { ...(filing && (await snapshot(step))),
      ...(rows.length > 0 && { [lines]: node === 'ecnExecDept' && !isDraft ? begun(rows) : rows }) }
  },

  async check(step) {
    if (step.node !== 'start') return stateProblems(step)
    const [notice] = await noticesOf(step.db, linked(step.value['ecn']).slice(0, 1))
    if (!notice) return []
    const isReleased = notice.state === 'completed' || notice.nodes.some((node) => released.has(node))
    return isReleased ? changeProblems(notice, step.value) : [{ field: 'ecn', code: 'change.notReleased' }]
  },

  /** Repeats the check with the notice locked, since lines may have changed meanwhile. @throws Refused at the line */
  async onCompleted({ db, value, writeInto }) {
    const [notice] = await lockNotices(db, linked(value['ecn']).slice(0, 1))
    if (!notice) return
    const problems = changeProblems(notice, value)
    if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
    await writeInto?.([{ document: notice.id, by: String(value['changeOwner']),
      set: { [lines]: changedLines(notice, value), linesVersion: Number(notice.value['linesVersion'] ?? 1) + 1 } }])
  },
}

async function snapshot({ db, value }: DocumentStep): Promise<FormValue> {
  const [notice] = await noticesOf(db, linked(value['ecn']).slice(0, 1))
  const { ecnTitle = null, level = null, sapChangeNo = null } = notice?.value ?? {}
  return { ecnTitle, ecnLevel: level, sapChangeNo, originalItems: rowsAt(notice?.value ?? {}, lines).map(original) }
}

/** A line of the notice with the columns that the change shows of it. */
const original = (row: FormValue): FormValue =>
  Object.fromEntries(['rowId', ...Object.keys(originalItems.columns)].flatMap((key) => (row[key] === undefined ? [] : [[key, row[key]]])))

/** Problems at named lines that are deleted, not applicable, or executed without `executedHandling`. */
function changeProblems({ state, value: notice }: StoredNotice, value: FormValue): readonly FieldProblem[] {
  if (value['changeKind'] === 'cancel') return []
  const known = new Map(rowsAt(notice, lines).map((row) => [rowIdOf(row), row]))
  const isHandled = state === 'completed' && value['changeKind'] === 'modify' && Boolean(value['executedHandling'])
  return rowsAt(value, lines).flatMap((row, index) => {
    const origin = originOf(row)
    if (origin === undefined) return []
    const line = known.get(origin)
    const field = `${lines}.${index}.itemNo`
    if (!line) return [{ field, code: 'change.lineGone' }]
    const of = stateOf(line)
    return !isDone(of) || (isHandled && of !== '9') ? [] : [{ field, code: 'change.closedLine' }]
  })
}

/** The lines of the notice after the change. */
function changedLines(notice: StoredNotice, value: FormValue): readonly FormValue[] {
  const rows = rowsAt(notice.value, lines)
  const changed = new Map(rowsAt(value, lines).map((row) => [originOf(row) ?? '', row]))
  const kinds: Readonly<Record<string, () => readonly FormValue[]>> = {
    cancel: () => rows.map((row) => (isDone(stateOf(row)) ? row : { ...row, itemState: '9' })),
    delay: () =>
      rows.map((row) =>
        changed.has(rowIdOf(row) ?? '')
          ? { ...row, planDate: value['newPlanDate'], itemState: stateOf(row) === '5' ? '1' : row['itemState'] }
          : row
      ),
    executor: () => rows.map((row) => (changed.has(rowIdOf(row) ?? '') ? { ...row, executor: value['newExecutor'] } : row)),
    modify: () => modified(notice, value),
  }
  return kinds[String(value['changeKind'])]?.() ?? rows
}

const carried = [...Object.keys(takenColumns).filter((key) => !['itemNo', 'originalItemNo'].includes(key)), 'execHead', 'executor',
  'planDate', 'doneDate', 'stockQty', 'wipQty', 'poQty', 'standardPrice']

/**
 * Modified lines were executed within the change: they come back executed, and closed where the notice is completed, since no node of it
 * would close them any more. Lines that the change adds stand last.
 */
function modified({ state, value: notice }: StoredNotice, value: FormValue): readonly FormValue[] {
  const rows = rowsAt(notice, lines)
  const isCompleted = state === 'completed'
  const written = (row: FormValue) => ({ ...Object.fromEntries(carried.map((key) => [key, row[key] ?? null])),
    itemState: stateOf(row) === '9' ? '9' : isCompleted ? '4' : '2' })
  const changed = rowsAt(value, lines)
  const byOrigin = new Map(changed.flatMap((row) => (originOf(row) === undefined ? [] : [[originOf(row), row] as const])))
  const last = Math.max(0, ...rows.map((row) => Number(row['itemNo'] ?? 0)))
  const added = changed.filter((row) => originOf(row) === undefined).map((row, index) => ({ rowId: newId(), itemNo: last + 10 * (index + 1),
    ...written(row) })
  )
  return [...rows.map((row) => {
    const row2 = byOrigin.get(rowIdOf(row))
    return row2 ? { ...row, ...written(row2) } : row
  }), ...added]
}
