import { sql } from 'kysely'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { Host } from '#server/host.ts'
import { disbursement } from '#plugins/payments/types/disbursement/index.ts'
import { qualityClaim } from '#plugins/payments/types/qualityClaim/index.ts'
import { partPayments, repayments } from './payment-entries.ts'
import { openAmounts } from './dated-entries.ts'

/** Kind of payment that is an advance. */
const advance = '2'

const offset = ['1', advance]

/** Flags applicants with overdue advances, and confirms or refuses further advances to such borrowers. */
const advances: DocumentExtension = {
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

/** Copies the amounts into `requestedAmount`, since the accountant may change them. */
function withRequested(items: unknown): unknown {
  return Array.isArray(items) ? (items as FormValue[]).map((item) => ({ ...item, requestedAmount: item['thisPayAmount'] ?? null })) : items
}

interface OverdueAdvance {
  readonly id: string
  readonly number: string
}

/** A person's completed prepayments and advances past their write-off date that still have an open amount. */
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

/** Problem with a borrower's overdue advances: one needs a confirmation, several block. */
async function borrowersAdvances(step: DocumentStep): Promise<FieldProblem[]> {
  const { value: { disburseKind, borrower }, directory, filing } = step
  if (!filing || disburseKind !== advance || typeof borrower !== 'string') return []
  const overdue = await overdueAdvances(step, borrower)
  const [first, second] = overdue
  if (!first) return []
  const parameters = { name: directory.person(borrower)?.name ?? borrower, no: overdue.map(({ number }) => number).join(', ') }
  return [{ field: 'borrower', code: 'forms.overdueAdvance', parameters, level: second ? 'block' : 'confirm' }]
}

/** Refuses payments to a supplier while the applicant owes an overdue invoice of an earlier payment to it. */
const promisedInvoices: DocumentExtension = {
  concerns: [disbursement.key],

  async check(step): Promise<FieldProblem[]> {
    const { value: { supplier }, filing } = step
    if (!filing || typeof supplier !== 'string') return []
    const numbers = await overdueAt(step, supplier)
    return numbers.length > 0 ? [{ field: 'supplier', code: 'forms.promisedInvoice', parameters: { no: numbers.join(', ') } }] : []
  },
}

/** Numbers of the applicant's live payments to the supplier with overdue invoices. */
async function overdueAt({ db, at, document, value }: DocumentStep, supplier: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document')
    .select(['number', 'value'])
    .where('type', '=', disbursement.key)
    .where('state', 'in', ['inApproval', 'completed'])
    .where('applicant', '=', String(value['applicant']))
    .where('id', '<>', document.id)
    .where((eb) => eb(eb.ref('value', '->>').key('supplier'), '=', supplier))
    .orderBy('number')
    .execute()
  const today = todayOf(at)
  return rows.filter(({ value: paid }) => rowsAt(paid, 'items').some((row) => isOwed(row, today))).map(({ number }) => number)
}

function isOwed({ invoiceLater, invoiceDueDate, invoiceNo }: FormValue, today: string): boolean {
  const isMissing = typeof invoiceNo !== 'string' || invoiceNo === ''
  return invoiceLater === true && isMissing && typeof invoiceDueDate === 'string' && invoiceDueDate < today
}

/** Allows one live reimbursement per customer complaint. */
const singleComplaints: DocumentExtension = {
  concerns: [qualityClaim.key],

  check: reimbursed,

  /** Checks again under an advisory lock, since two documents may be filed concurrently. @throws Refused */
  async onSubmit(step) {
    const { customer, claimNo } = step.value
    await sql`select pg_advisory_xact_lock(hashtextextended(${`complaint ${String(customer)} ${String(claimNo)}`}, 0))`.execute(step.db)
    const [problem] = await reimbursed(step)
    if (problem) throw new Refused(problem.code, problem.parameters, [problem])
  },
}

async function reimbursed({ db, value: { customer, claimNo }, document }: DocumentStep): Promise<FieldProblem[]> {
  if (typeof customer !== 'string' || typeof claimNo !== 'string') return []
  const other = await db
    .selectFrom('document')
    .select('number')
    .where('type', '=', qualityClaim.key)
    .where('state', 'in', ['inApproval', 'completed'])
    .where('id', '<>', document.id)
    .where((eb) =>
      eb.and([eb(eb.ref('value', '->>').key('customer'), '=', customer), eb(eb.ref('value', '->>').key('claimNo'), '=', claimNo)])
    )
    .limit(1)
    .executeTakeFirst()
  return other ? [{ field: 'claimNo', code: 'forms.complaintReimbursed', parameters: { no: other.number } }] : []
}

/** Dictionary item of the payment kind for contracts. */
const contractPayment = { type: 'disburseKind', value: '3' } as const

/** Refuses contract payments while no module provides contracts. */
export const contractPayments: DocumentExtension = {
  concerns: [disbursement.key],

  async check({ value, references, filing }) {
    const isOne = value[contractPayment.type] === contractPayment.value
    return filing && isOne && !references.source('contract') ? [{ field: contractPayment.type, code: 'forms.noContracts' }] : []
  },
}

/** Value of `update_by` for an item disabled at startup rather than by an administrator. */
const withdrawnBy = 'no-contracts'

/** Enables the payment kind for contracts at startup where a module provides contracts, or else disables it. */
export async function offerContractPayments({ db, references, clock }: Pick<Host, 'db' | 'references' | 'clock'>): Promise<void> {
  const { type, value } = contractPayment
  const update_time = clock.now()
  const item = db.updateTable('sys_dict_data').where('type', '=', type).where('value', '=', value)
  if (references.source('contract'))
    await item.set({ enable: true, update_by: null, update_time }).where('update_by', '=', withdrawnBy).execute()
  else await item.set({ enable: false, update_by: withdrawnBy, update_time }).where('enable', '=', true).execute()
}

/** Requires the supplier to be one of each linked procurement's suppliers. */
const linkedSuppliers: DocumentExtension = {
  concerns: [disbursement.key],

  async check({ db, value: { supplier, procurementLinks }, filing }): Promise<FieldProblem[]> {
    const links = Array.isArray(procurementLinks) ? (procurementLinks as readonly string[]) : []
    if (!filing || typeof supplier !== 'string' || links.length === 0) return []
    const linked = await db.selectFrom('document').select('value').where('id', 'in', [...links]).execute()
    const suppliers = linked.map(({ value }) =>
      rowsAt(value, 'items').flatMap((row) => (typeof row['supplier'] === 'string' ? [row['supplier']] : []))
    )
    return suppliers.some((known) => known.length > 0 && !known.includes(supplier))
      ? [{ field: 'supplier', code: 'forms.otherSupplier' }]
      : []
  },
}

/** Refuses a payment that occurs in several write-off rows of a document. */
const singleWriteOffs: DocumentExtension = {
  concerns: ({ fields }) => fields['writeOffItems']?.columns?.['disbursement'] !== undefined,

  async check({ value }) {
    const targets = rowsAt(value, 'writeOffItems').map((
      row,
    ) => (Array.isArray(row['disbursement']) ? (row['disbursement'] as readonly unknown[])[0] : undefined))
    return targets.flatMap((target, index): FieldProblem[] =>
      target !== undefined && targets.indexOf(target) < index
        ? [{ field: `writeOffItems.${index}.disbursement`, code: 'forms.writtenOffTwice' }]
        : []
    )
  },
}

/** Sets the unit whose reviewer is asked: the enterprise with the paying company's code, or else the applicant's department. */
const payingUnits: DocumentExtension = {
  concerns: [disbursement.key],

  async prepare({ db, value }) {
    const company = value['payCompany']
    const unit = typeof company !== 'string' ? undefined : await db
      .selectFrom('sys_group').select('id')
      .where('code', '=', company).where('type', '=', 'ENTERPRISE').where('del_flag', '=', 0)
      .orderBy('level').limit(1).executeTakeFirst()
    return { payingUnit: unit?.id ?? value['applicantDept'] ?? null }
  },
}

/** All document extensions of payments. */
export const paymentExtensions: readonly DocumentExtension[] = [advances, singleWriteOffs, linkedSuppliers, payingUnits, partPayments,
  repayments, contractPayments, promisedInvoices, singleComplaints]
