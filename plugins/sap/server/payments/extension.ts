import { sql } from 'kysely'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { textAt } from '#kernel/values/value.ts'
import { sumMoney } from '#kernel/values/money.ts'
import type { Reason } from '#approval/types.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { Db } from '#server/database/tables.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import { postingNode, sapPayment } from '#plugins/sap/types/sapPayment/index.ts'
import { cn, en } from '#plugins/sap/texts.ts'
import '../tables.ts'
import { sapClient, type SapClient } from '../client.ts'
import { SapFailure, withRefusals } from '../failure.ts'
import { askVendor, vendorAnswerOf, type VendorFacts, type VendorQuestion } from '../vendor-facts.ts'
import { downPayment, type PaidItem, paidItems, questionOf, sameItem } from './paid.ts'
import { type OpenItem, postingStatus } from '../wire.ts'
import { sapSettings } from '../settings.ts'

/** Postings that are asked about in one go. */
const atOnce = 50

/** Returns whether the posting with the payment's number is known to be reversed in SAP. */
async function isReversed(db: Db, posting: string): Promise<boolean> {
  return (await db.selectFrom('sap_posting').select('posting').where('posting', '=', posting).where('reversal', 'is not', null)
    .executeTakeFirst()) !== undefined
}

/** Reads reversals of posted payments from SAP; reversed payments may be revoked or voided. */
export const readReversals: Job = {
  name: 'sapReversals',
  every: minutes(10),
  async run({ host: { env }, db, at, signal }) {
    if (!sapSettings(env)) return
    const client = sapClient(env)
    for (const posting of await leastRecentlyRead(db)) {
      if (signal.aborted) return
      const reversal = await reversalOf(client, posting)
      if (reversal === 'mute') return
      const changes = { asked_at: at, reversal }
      await db.insertInto('sap_posting').values({ posting, ...changes }).onConflict((conflict) =>
        conflict.column('posting').doUpdateSet(changes)
      ).execute()
    }
  },
}

/** Postings of payments that are still alive, the longest unasked first. */
async function leastRecentlyRead(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ posting: string }>`
    select document.value ->> 'sapPostNo' as posting from document
    left join sap_posting asked on asked.posting = document.value ->> 'sapPostNo'
    where document.type = ${sapPayment.key} and document.state in ('inApproval', 'completed') and document.value ->> 'sapPostNo' is not null
      and asked.reversal is null
    order by asked.asked_at nulls first, document.id limit ${atOnce}`.execute(db)
  return rows.map(({ posting }) => posting)
}

/** Number of the reversing document; undefined if not reversed or unknown in SAP. */
async function reversalOf(client: SapClient, posting: string): Promise<string | null | 'mute'> {
  const [number = '', year = ''] = posting.split('/')
  try {
    const { reversal } = await client.get(`/payments/${encodeURIComponent(number)}/${encodeURIComponent(year)}`, {}, postingStatus)
    return reversal ? `${reversal.documentNo}/${reversal.fiscalYear}` : null
  } catch (error) {
    if (!(error instanceof SapFailure)) throw error
    return error.kind === 'missing' ? null : 'mute'
  }
}

/** Payments through SAP: checked against SAP's data, one payment per open item, not changeable once posted. */
export const sapPayments: DocumentExtension = {
  concerns: [sapPayment.key],

  /** The reviewer belongs to the company that pays: the unit that has its SAP code. */
  async prepare({ db, value, node, before }) {
    const code = textAt(value, 'sapCompanyCode')
    const unit = code === undefined
      ? undefined
      : await db.selectFrom('sys_group').select('id').where('sap_code', '=', code).where('del_flag', '=', 0).orderBy('level').limit(1)
        .executeTakeFirst()
    // filed again after its reversal, it is posted anew
    const isAnew = node === 'start' && before?.['sapPostNo'] !== undefined
    return { payingUnit: unit?.id ?? value['applicantDept'] ?? null, ...(isAnew && { sapPostNo: null, sapPostMsg: null }) }
  },

  async preview({ env, db, value }) {
    const question = await questionOf(db, value)
    if (question) await withRefusals(() => askVendor({ env, client: sapClient(env) }, question))
  },

  check: async (step) => [...(step.node === 'start' ? await filingProblems(step) : []), ...(await reservedElsewhere(step))],

  async onSubmit(step) {
    await requireAnswer(step)
    await reserveOpenItems(step)
  },

  async onPass({ db, document, node }) {
    if (node === postingNode) await releaseItems(db, document.id)
  },

  withdrawalRefusal: refusal,
  undoRefusal: refusal,

  onReleased: ({ db, document }) => releaseItems(db, document.id),
}

/** Uses answers that were read before the transaction, since rows must not stay locked while SAP is queried. */
async function filingProblems(step: DocumentStep): Promise<FieldProblem[]> {
  const question = await questionOf(step.db, step.value)
  const facts = question && vendorAnswerOf(step.env, question)
  const { value, references } = step
  const needsContract = value['sapPayKind'] === downPayment && !value['contractLink'] && references.source('contract') !== undefined
  return [...(question && facts ? judgedBySap(step, question, facts) : []),
    ...(needsContract ? [{ field: 'contractLink', code: 'sap.contractNeeded' }] : [])]
}

/** A payment that SAP has posted is reversed there first. */
async function refusal({ db, value }: DocumentStep): Promise<Reason | undefined> {
  const posting = textAt(value, 'sapPostNo')
  return posting === undefined || (await isReversed(db, posting)) ? undefined : { code: 'sap.posted', parameters: {} }
}

/** Refuses a payment for which SAP has not answered. */
async function requireAnswer({ env, db, value }: DocumentStep): Promise<void> {
  const question = await questionOf(db, value)
  if (!question || !vendorAnswerOf(env, question)) throw new Refused('sap.mute')
}

/** Items that are in another payment in approval. */
async function reservedElsewhere({ db, value, document }: Pick<DocumentStep, 'db' | 'value' | 'document'>): Promise<FieldProblem[]> {
  const items = paidItems(value)
  const company = textAt(value, 'sapCompanyCode')
  if (items.length === 0 || company === undefined) return []
  const rows = await db
    .selectFrom('sap_claimed_item').innerJoin('document', 'document.id', 'sap_claimed_item.document')
    .select(['document_no', 'fiscal_year', 'line', 'document.number'])
    .where('company_code', '=', company).where('document_no', 'in', items.map(({ documentNo }) => documentNo)).where(
      'sap_claimed_item.document',
      '<>',
      document.id,
    )
    .execute()
  return items.flatMap((item) => {
    const other = rows.find((row) => sameItem(item, { documentNo: row.document_no, fiscalYear: row.fiscal_year, line: row.line }))
    return other
      ? [{ field: `items.${item.index}.sapDocNo`, code: 'sap.inOther', parameters: { doc: item.documentNo, no: other.number } }]
      : []
  })
}

/** Holds the items of a payment; the primary key decides between two that are filed at once. @throws Refused */
async function reserveOpenItems(step: DocumentStep): Promise<void> {
  const { db, value, document } = step
  await releaseItems(db, document.id)
  const company = textAt(value, 'sapCompanyCode')
  const rows = paidItems(value).map(({ documentNo, fiscalYear, line }) => ({ company_code: company ?? '', document_no: documentNo,
    fiscal_year: fiscalYear, line, document: document.id })
  )
  if (rows.length === 0) return
  const held = await db.insertInto('sap_claimed_item').values(rows).onConflict((conflict) => conflict.doNothing()).returning('document_no')
    .execute()
  if (held.length === rows.length) return
  const problems = await reservedElsewhere(step)
  const [first] = problems
  throw new Refused(first?.code ?? 'sap.inOther', first?.parameters, problems)
}

/** Releases the items of a payment that is posted, refused or withdrawn; from then on SAP decides which items are open. */
async function releaseItems(db: Db, document: string): Promise<void> {
  await db.deleteFrom('sap_claimed_item').where('document', '=', document).execute()
}

type CheckStep = Pick<DocumentStep, 'form' | 'value'>

/** Finds the values of a payment that SAP does not have. */
function judgedBySap(step: CheckStep, question: VendorQuestion, facts: VendorFacts): FieldProblem[] {
  return [...vendorProblems(step, facts),
    ...(step.value['sapPayKind'] === downPayment ? orderProblems(step, question, facts) : itemProblems(step, facts))]
}

function vendorProblems(step: CheckStep, { vendor }: VendorFacts): FieldProblem[] {
  if (!vendor) return [unknown(step, 'supplier')]
  return vendor.blocked ? [{ field: 'supplier', code: 'sap.blocked' }] : []
}

function orderProblems(step: CheckStep, { vendor, companyCode, order }: VendorQuestion, facts: VendorFacts): FieldProblem[] {
  if (order === undefined) return []
  if (!facts.order) return [unknown(step, 'poNo')]
  return facts.order.vendor === vendor && facts.order.companyCode === companyCode ? [] : [{ field: 'poNo', code: 'sap.orderOfOther' }]
}

/** A field whose value SAP does not know, with the name of the field in both languages. */
const unknown = ({ form }: CheckStep, field: string): FieldProblem => {
  const code = 'sap.unknown'
  const label = form.fields[field] ?? { cn: field, en: field }
  return { field, code, message: { cn: cn[code].replace('{label}', label.cn), en: en[code].replace('{label}', label.en) } }
}

function itemProblems({ value }: CheckStep, { items: open }: VendorFacts): FieldProblem[] {
  const paid = paidItems(value)
  const currency = textAt(value, 'currencyType')
  return paid.flatMap((item, position) => {
    const at = (column: string,
      code: string): FieldProblem[] => [{ field: `items.${item.index}.${column}`, code, parameters: { doc: item.documentNo } }]
    if (paid.slice(0, position).some((other) => sameItem(other, item))) return at('sapDocNo', 'sap.itemTwice')
    const known = open.find((each) => sameItem(each, item))
    if (!known || known.currency !== currency) return at('sapDocNo', 'sap.oneVendor')
    if (!isAsInSap(item, known)) return at('subtotal', 'sap.itemChanged')
    return isTooMuch(item.row['thisPayAmount'], known.openAmount) ? at('thisPayAmount', 'sap.tooMuch') : []
  })
}

/** Read-only values have to equal SAP's. */
const isAsInSap = ({ row }: PaidItem, { amount, dueDate, postingDate, reference }: OpenItem): boolean =>
  decimal(row['subtotal']).eq(decimal(amount)) && row['dueDate'] === dueDate && row['postingDate'] === postingDate &&
  (row['reference'] ?? '') === (reference ?? '')

const isTooMuch = (paid: unknown, open: string): boolean => decimal(paid).abs().gt(decimal(open).abs())

const decimal = (value: unknown) => sumMoney([typeof value === 'string' ? value : null])
