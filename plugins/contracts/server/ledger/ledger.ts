import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
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
export interface ContractBalance {
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
