import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { records, type StoredRecord } from '#server/resources/records.ts'
import { contract } from '#plugins/contracts/contract.ts'
import { contractRules } from './contract-rules.ts'
import '../tables.ts'

/** Record repository of the contract ledger. */
export const contracts = records(contract, contractRules)

/** Reads a contract; undefined if it does not exist or was deleted. */
export async function contractOf(db: Db, id: unknown): Promise<StoredRecord | undefined> {
  if (typeof id !== 'string' || id === '') return undefined
  const row = await db.selectFrom('contract_ledger').select('id').where('id', '=', id).where('del_flag', '=', 0).executeTakeFirst()
  return row && contracts.one(db, row.id)
}

/** Values of the dictionary of execution states. */
export const execState = { notStarted: '0', running: '1', completed: '2', terminated: '3', expired: '4' } as const

/** Returns whether a contract has expired, even if the job has not marked it yet. */
export const isExpired = ({ execState: state, expiryDate }: FormValue, today: string): boolean =>
  state === execState.expired || (typeof expiryDate === 'string' && expiryDate < today)
