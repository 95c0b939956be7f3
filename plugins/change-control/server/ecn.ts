import { sql } from 'kysely'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { closedLines, stateOf } from '../ecn-line.ts'
import { anew, awaitsChangeMaster, begun, lines, lockedProblems, materialWarnings, stateProblems, unpostedProblems,
  withHeads } from './notice.ts'

/** Change notices: states of their lines, and the people who execute them. */
export const changeNotices: DocumentExtension = {
  concerns: ['ecnApply'],

  async prepare(step): Promise<FormValue> {
    const rows = withHeads(step, await rowsIn(step))
    return { [lines]: step.node === 'ecnExecDept' && !step.isDraft ? begun(rows) : rows, linesVersion: step.value['linesVersion'] ?? 1 }
  },

  async check(step) {
    if (step.node === 'start') return materialWarnings(step)
    const asked = await Promise.all([lockedProblems(step), step.node === 'verify' ? unpostedProblems(step) : [],
      step.node === 'changeOwner' ? reviewProblems(step) : []])
    return [...stateProblems(step), ...asked.flat()]
  },

  /** Closes what was executed, in the name of the change owner; a change master that SAP has not created yet keeps lines open. */
  async onCompleted({ db, document, value, writeInto }) {
    if (await awaitsChangeMaster(db, document.id)) return
    const rows = rowsAt(value, lines)
    const by = String(value['changeOwner'])
    const verified = rows.map((row) => (stateOf(row) === '2' ? { ...row, itemState: '3' } : row))
    if (rows.some((row) => stateOf(row) === '2')) await writeInto?.([{ document: document.id, set: { [lines]: verified }, by }])
    await writeInto?.([{ document: document.id, set: { [lines]: closedLines(verified) }, by }])
  },
}

/** The lines of a notice: execution data is reset when it is filed again after its end, and kept when it was returned. */
async function rowsIn({ db, document, value, filing, isNew }: DocumentStep): Promise<readonly FormValue[]> {
  const rows = rowsAt(value, lines)
  if (!filing) return rows
  if (isNew) return anew(rows)
  const before = await db.selectFrom('document').select('state').where('id', '=', document.id).executeTakeFirst()
  return before?.state === 'inApproval' ? rows : anew(rows)
}

/** Requires a completed review that did not fail for a major change. */
async function reviewProblems({ db, document, value }: DocumentStep): Promise<readonly FieldProblem[]> {
  if (value['level'] !== 'A') return []
  const review = await db.selectFrom('document').innerJoin('document_link', 'document_link.owner', 'document.id').select('document.id')
    .where('document.type', '=', 'ecnReviewForm').where('document.state', '=', 'completed').where('document_link.target', '=', document.id)
    .where('document_link.field', '=', 'ecn').where(sql<boolean>`document.value ->> 'conclusion' in ('pass', 'conditional')`).limit(1)
    .executeTakeFirst()
  return review ? [] : [{ field: 'level', code: 'change.needsReview' }]
}
