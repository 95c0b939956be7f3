import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { decimalOf, moneyText } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DataAudit } from '#server/plugin.ts'
import type { fields as disbursementFields } from '#plugins/payments/types/disbursement/fields.ts'
import { disbursement } from '#plugins/payments/types/disbursement/index.ts'
import { type fields as sapPaymentFields, sapPayment } from '#plugins/sap/types/sapPayment/index.ts'
import '../tables.ts'

/** Amount of a payment term that a document holds (in approval) or has paid, in the contract's currency and in RMB. */
export interface Share {
  readonly contract: string
  readonly stage: string
  readonly kind: 'held' | 'paid'
  readonly amount: Decimal
  readonly amountRmb: Decimal
}

/** Operator and document of a posting. */
interface PostingAuthor {
  readonly document: string
  readonly round: number
  readonly by: string
  readonly at: Date
}

/** Balance of a term in the contract's currency. */
interface ContractBalance {
  readonly paid: Decimal
  readonly held: Decimal
}

/** Append-only ledger of contract payments; operates within the caller's transaction. */
export const contractLedger = (db: Db) => ({
  /** Amounts that a document holds or has paid. */
  async sharesOf(document: string): Promise<readonly Share[]> {
    const rows = await db
      .selectFrom('contract_entry')
      .select(['contract_id', 'stage', 'kind', sql<string>`sum(amount)`.as('amount'), sql<string>`sum(amount_rmb)`.as('amount_rmb')])
      .where('document_id', '=', document)
      .groupBy(['contract_id', 'stage', 'kind'])
      .execute()
    return rows.map(({ contract_id: contract, stage, kind, amount, amount_rmb: rmb }) => ({ contract, stage, kind,
      amount: new Decimal(amount), amountRmb: new Decimal(rmb) })
    )
      .filter(({ amount }) => !amount.isZero())
  },

  /** Balances of the contracts' terms by {@link termKey}, optionally without one document. */
  async balances(contracts: readonly string[], except?: string): Promise<ReadonlyMap<string, ContractBalance>> {
    if (contracts.length === 0) return new Map()
    const rows = await db
      .selectFrom('contract_entry')
      .select(['contract_id', 'stage', sql<string>`coalesce(sum(amount) filter (where kind = 'paid'), 0)`.as('paid'),
        sql<string>`coalesce(sum(amount) filter (where kind = 'held'), 0)`.as('held')])
      .where('contract_id', 'in', [...contracts])
      .$if(except !== undefined, (query) => query.where('document_id', '<>', except ?? ''))
      .groupBy(['contract_id', 'stage'])
      .execute()
    return new Map(
      rows.map((
        { contract_id: contract, stage, paid, held },
      ) => [termKey(contract, stage), { paid: new Decimal(paid), held: new Decimal(held) }]),
    )
  },

  /** Locks contracts until the transaction ends, ordered by id to avoid deadlocks. */
  async lock(contracts: readonly string[]): Promise<void> {
    if (contracts.length > 0)
      await db.selectFrom('contract_ledger').select('id').where('id', 'in', [...contracts]).orderBy('id').forUpdate().execute()
  },

  /** Posts the difference between a document's current and target shares; idempotent. The contracts must be locked. */
  async post(from: readonly Share[], to: readonly Share[], { document, round, by, at }: PostingAuthor): Promise<void> {
    const moved = differences(from, to)
    if (moved.length === 0) return
    await db.insertInto('contract_entry').values(moved.map(({ contract, stage, kind, amount, amountRmb }) => ({
      contract_id: contract,
      stage,
      kind,
      amount: amount.toFixed(2),
      amount_rmb: amountRmb.toFixed(2),
      document_id: document,
      round,
      operator: by,
      happen_time: at,
    }))).execute()
    for (const contract of new Set(moved.map((share) => share.contract))) await recount(db, contract)
  },
})

/** Key of a term among those of several contracts. */
export const termKey = (contract: string, stage: string): string => `${contract} ${stage}`

export const nothing: ContractBalance = { paid: new Decimal(0), held: new Decimal(0) }

function differences(from: readonly Share[], to: readonly Share[]): readonly Share[] {
  const sums = new Map<string, Share>()
  for (const [shares, sign] of [[from, -1], [to, 1]] as const) {
    for (const share of shares) {
      const key = `${share.contract} ${share.stage} ${share.kind}`
      const sum = sums.get(key) ?? { ...share, amount: new Decimal(0), amountRmb: new Decimal(0) }
      sums.set(key, { ...sum, amount: sum.amount.plus(share.amount.mul(sign)), amountRmb: sum.amountRmb.plus(share.amountRmb.mul(sign)) })
    }
  }
  return [...sums.values()].flatMap((sum) => {
    if (!sum.amount.isZero()) return [sum]
    // same amount at another rate: release and post again
    return sum.amountRmb.isZero()
      ? []
      : [...from.filter((share) => isSame(share, sum)).map(negated), ...to.filter((share) => isSame(share, sum))]
  })
}

const isSame = (one: Share, other: Share): boolean =>
  one.contract === other.contract && one.stage === other.stage && one.kind === other.kind

const negated = (share: Share): Share => ({ ...share, amount: share.amount.neg(), amountRmb: share.amountRmb.neg() })

/** Updates the contract's figures from the sums of its entries. */
async function recount(db: Db, contract: string): Promise<void> {
  const sum = (kind: string) =>
    sql<string>`(select coalesce(sum(amount), 0) from contract_entry where contract_id = ${contract} and kind = ${kind})`
  await db.updateTable('contract_ledger').set({ paid_amount: sum('paid'), held_amount: sum('held'), version: sql`version + 1` }).where('id',
    '=', contract).execute()
}

/** Contract payment requested by a document. */
export interface Payment {
  readonly contract: string
  readonly stage: string
  readonly amount: Decimal
  readonly amountRmb: Decimal
  readonly currency: string
}

/** Names of the payment fields, common to both forms that pay contracts. */
export const paymentFields = {
  contract: 'contractLink',
  currency: 'currencyType',
  amount: 'totalAmount',
  amountRmb: 'totalAmountRmb',
} as const satisfies Record<string, keyof typeof disbursementFields & keyof typeof sapPaymentFields>

/** Fields of a disbursement for the term, its amount and its used amount. */
export const termFields = {
  kind: 'disburseKind',
  stage: 'paymentTerm',
  amount: 'termAmount',
  used: 'termUsed',
} as const satisfies Record<string, keyof typeof disbursementFields>

const sap = { kind: 'sapPayKind', posted: 'sapPostNo' } as const satisfies Record<string, keyof typeof sapPaymentFields>

/** Rule by which a form determines the payment term, with the field for problems with it. */
interface PayingForm {
  readonly termField: string
  stageOf(value: FormValue): unknown
}

/** Forms that pay contracts: a disbursement of kind 3 pays the selected term, a down payment the prepayment. */
const payingForms: Readonly<Record<string, PayingForm>> = {
  [disbursement.key]: { termField: termFields.stage,
    stageOf: (value) => (value[termFields.kind] === '3' ? value[termFields.stage] : undefined) },
  [sapPayment.key]: { termField: paymentFields.contract, stageOf: (value) => (value[sap.kind] === '1' ? '1' : undefined) },
}

export const payingTypes: readonly string[] = Object.keys(payingForms)

/** Field with the payment term of a form. */
export const termFieldOf = (type: string): string => payingForms[type]?.termField ?? paymentFields.contract

/** Returns whether the payment was posted in SAP. */
export const isPosted = ({ [sap.posted]: number }: FormValue): boolean => typeof number === 'string' && number !== ''

/** Contract payment of a document; undefined until contract and term are selected. */
export function paymentOf(type: string, value: FormValue): Payment | undefined {
  const stage = payingForms[type]?.stageOf(value)
  const { [paymentFields.contract]: contract, [paymentFields.currency]: currency } = value
  if (typeof stage !== 'string' || typeof contract !== 'string' || contract === '') return undefined
  return {
    contract,
    stage,
    amount: figure(value[paymentFields.amount]),
    amountRmb: figure(value[paymentFields.amountRmb]),
    currency: String(currency ?? ''),
  }
}

const figure = (amount: unknown): Decimal => decimalOf(amount as string | null) ?? new Decimal(0)

/** Number of documents per query. */
const batch = 500

/** Audit that compares the ledger entries with all payment documents, and the contracts' figures with the entries. */
export const contractAudit: DataAudit = {
  name: 'contracts',
  async run(db) {
    const mismatches: string[] = []
    let [checked, last] = [0, '']
    for (;;) {
      const documents = await documentsAfter(db, last)
      for (const document of documents) mismatches.push(...compare(document, await contractLedger(db).sharesOf(document.id)))
      checked += documents.length
      last = documents.at(-1)?.id ?? last
      if (documents.length < batch) break
    }
    return { checked, mismatches: [...mismatches, ...(await contractMismatches(db))] }
  },
}

type AuditDocument = Awaited<ReturnType<typeof documentsAfter>>[number]

const documentsAfter = (db: Db, last: string) =>
  db.selectFrom('document').select(['id', 'number', 'type', 'state', 'value']).where('type', 'in', [...payingTypes]).where('id', '>', last)
    .orderBy('id').limit(batch).execute()

const shareKinds = { inApproval: 'held', completed: 'paid' } as const

function compare({ number, type, state, value }: AuditDocument, shares: readonly Share[]): string[] {
  const kind = state === 'inApproval' || state === 'completed' ? shareKinds[state] : undefined
  const payment = kind && paymentOf(type, value)
  const expected = payment && kind && !payment.amount.isZero() ? spelled([{ ...payment, kind }]) : nothingSaid
  const found = spelled(shares)
  return found === expected ? [] : [`${number} has in the ledger of contracts: ${found}; the document says: ${expected}`]
}

const nothingSaid = 'nothing'

const spelled = (shares: readonly Share[]): string =>
  shares.map(({ kind, amount, contract, stage }) => `${kind} ${moneyText(amount)} of ${contract} ${stage}`).toSorted().join(', ') ||
  nothingSaid

async function contractMismatches(db: Db): Promise<string[]> {
  const sum = (kind: string) =>
    sql<string>`coalesce((select sum(amount) from contract_entry where contract_id = contract_ledger.id and kind = ${kind}), 0)`
  const rows = await db.selectFrom('contract_ledger').select(['contract_no', 'paid_amount', 'held_amount', sum('paid').as('paid'),
    sum('held').as('held')]).orderBy('contract_no')
    .execute()
  return rows.flatMap(({ contract_no: no, paid_amount: paid, held_amount: held, paid: paidSum, held: heldSum }) => [
    ...(new Decimal(paid).eq(paidSum) ? [] : [`contract ${no} is paid ${paid}, its entries say ${paidSum}`]),
    ...(new Decimal(held).eq(heldSum) ? [] : [`contract ${no} holds ${held}, its entries say ${heldSum}`]),
  ])
}
