import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { moneyText } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import type { DataAudit } from '#server/plugin.ts'
import { contractLedger, type Share } from './ledger.ts'
import { paymentOf, payingTypes } from './payments.ts'

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
