import { todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { openAmounts } from './open-amounts.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { disbursement } from '#plugins/forms/types/payments/disbursement/index.ts'

/** Kinds of payments that a later claim writes off. */
const advance = '2'
const offset = ['1', advance]

/**
 * Advances until they are written off: the next advance warns of overdue ones.
 */
export const advances: DocumentExtension = {
  concerns: [disbursement.key],

  async prepare(step) {
    if (!step.filing) return {}
    const overdue = await overdueAdvances(step, step.value['applicant'])
    return { overdue: overdue.length > 0, items: withRequested(step.value['items']) }
  },

  async check(step) {
    return borrowersAdvances(step)
  },
}

/** The requested amount stays beside what the accountant makes of it. */
function withRequested(items: unknown): unknown {
  return Array.isArray(items) ? (items as FormValue[]).map((item) => ({ ...item, requestedAmount: item['thisPayAmount'] ?? null })) : items
}

interface OverdueAdvance {
  readonly id: string
  readonly number: string
}

/** Completed payments to be written off by a day that is past, with something left of them. */
async function overdueAdvances({ db, at, document }: Pick<DocumentStep, 'db' | 'at' | 'document'>,
  person: unknown): Promise<OverdueAdvance[]> {
  if (typeof person !== 'string') return []
  const rows = await db
    .selectFrom('document')
    .select(['id', 'number', 'value'])
    .where('type', '=', disbursement.key)
    .where('state', '=', 'completed')
    .where('id', '<>', document.id)
    .where('claimable', '>', '0')
    .where((eb) =>
      eb.or([eb('applicant', '=', person), eb('starter', '=', person), eb(eb.ref('value', '->>').key('borrower'), '=', person)])
    )
    .orderBy('number')
    .execute()
  const late = rows.filter(({ value }) =>
    offset.includes(String(value['disburseKind'])) && isBefore(value['prepaymentWriteOffDate'], todayOf(at))
  )
  const left = await openAmounts(db, late.map(({ id }) => id))
  return late.filter(({ id }) => left.get(id)?.gt(0))
}

const isBefore = (day: unknown, today: string): boolean => typeof day === 'string' && day < today

/** A borrower with one overdue advance is asked about, one with several is refused. */
async function borrowersAdvances(step: DocumentStep): Promise<FieldProblem[]> {
  const { value: { disburseKind, borrower }, directory, filing } = step
  if (!filing || disburseKind !== advance || typeof borrower !== 'string') return []
  const overdue = await overdueAdvances(step, borrower)
  const [first, second] = overdue
  if (!first) return []
  const parameters = { name: directory.person(borrower)?.name ?? borrower, no: overdue.map(({ number }) => number).join(', ') }
  return [{ field: 'borrower', code: 'forms.overdueAdvance', parameters, level: second ? 'block' : 'confirm' }]
}
