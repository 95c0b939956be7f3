import { sql } from 'kysely'
import { nowOf } from '#kernel/values/dates.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { type DocumentReader, readable } from '#server/documents/visibility/scope.ts'
import type { StoredRecord } from '#server/resources/records.ts'
import { amountOf, termsOf } from '#plugins/contracts/stages.ts'
import type { ContractBookWire, PaymentWire, TermWire } from '#plugins/contracts/wire.ts'
import { contractLedger, nothing, termKey } from './ledger.ts'
import '../tables.ts'

/** Terms, payments, supplements and versions of a contract that the caller sees. */
export async function bookOf(db: Db, contract: StoredRecord, reader: DocumentReader): Promise<ContractBookWire> {
  return {
    terms: await terms(db, contract),
    payments: await payments(db, contract.id, reader),
    supplements: await supplements(db, contract.id),
    versions: await versions(db, contract.id),
    document: await approving(db, contract['businessKey'], reader),
  }
}

async function terms(db: Db, contract: StoredRecord): Promise<TermWire[]> {
  const balances = await contractLedger(db).balances([contract.id])
  const isCapped = !amountOf(contract as FormValue).isZero()
  return termsOf(contract).map(({ stage, percent, amount }) => {
    const { paid, held } = balances.get(termKey(contract.id, stage)) ?? nothing
    return { stage, percent, amount: isCapped ? amount.toFixed(2) : null, paid: paid.toFixed(2), held: held.toFixed(2),
      open: isCapped ? amount.minus(paid).minus(held).toFixed(2) : null }
  })
}

/** Balance of each payment, newest first. */
async function payments(db: Db, contract: string, reader: DocumentReader): Promise<PaymentWire[]> {
  const rows = await db
    .selectFrom('contract_entry as entry')
    .leftJoin(db.selectFrom('document').select(['document.id', 'document.number', 'document.type']).where(readable(reader)).as('document'),
      'document.id', 'entry.document_id')
    .select(['entry.stage', 'entry.kind', 'document.id as procInstId', 'document.number as businessNo', 'document.type as businessType'])
    .select([sql<string>`sum(entry.amount)`.as('amount'), sql<string>`sum(entry.amount_rmb)`.as('amountRmb'),
      sql<Date>`max(entry.happen_time)`.as('at')])
    .where('entry.contract_id', '=', contract)
    .groupBy(['entry.document_id', 'entry.stage', 'entry.kind', 'document.id', 'document.number', 'document.type'])
    .having(sql<boolean>`sum(entry.amount) <> 0`)
    .orderBy(sql`max(entry.happen_time)`, 'desc')
    .limit(500)
    .execute()
  return rows.map(({ at, ...row }) => ({ ...row, happenTime: nowOf(at) }))
}

async function supplements(db: Db, contract: string): Promise<ContractBookWire['supplements']> {
  const rows = await db.selectFrom('contract_ledger').select(['id', 'contract_no', 'contract_name', 'amount', 'exec_state']).where(
    'main_contract',
    '=',
    contract,
  ).where('del_flag', '=', 0).orderBy('sign_date').execute()
  return rows.map(({ id, contract_no: contractNo, contract_name: contractName, amount, exec_state: execState }) => ({ id, contractNo,
    contractName, amount, execState })
  )
}

async function versions(db: Db, contract: string): Promise<ContractBookWire['versions']> {
  const rows = await db.selectFrom('contract_version').select(['revision', 'snapshot', 'created_at']).where('contract_id', '=', contract)
    .orderBy('revision', 'desc').execute()
  return rows.map(({ revision, snapshot, created_at: at }) => {
    const { amount, expiryDate } = snapshot as FormValue
    return { revision, createTime: nowOf(at), amount: typeof amount === 'string' ? amount : null,
      expiryDate: typeof expiryDate === 'string' ? expiryDate : null }
  })
}

async function approving(db: Db, document: unknown, reader: DocumentReader): Promise<ContractBookWire['document']> {
  if (typeof document !== 'string') return null
  const row = await db.selectFrom('document').select(['document.id', 'document.number', 'document.type']).where('document.id', '=',
    document).where(readable(reader))
    .executeTakeFirst()
  return row ? { businessType: row.type, businessNo: row.number, procInstId: row.id } : null
}
