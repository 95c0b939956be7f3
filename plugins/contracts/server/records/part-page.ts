import { disclosed, disclosedResource, type Discloses } from '#kernel/fields/disclosure.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { defaultOrder, keywordCondition } from '#server/resources/query.ts'
import type { Condition } from '#server/resources/statements.ts'
import { contract } from '#plugins/contracts/contract.ts'
import { contracts } from './contracts.ts'

/** The columns of the short list. */
const short = ['id', 'contractNo', 'contractName', 'contractClass', 'contractType', 'counterparty', 'currencyType', 'amount', 'expiryDate',
  'execState'] as const

/** Contracts of a person's scope and those that they keep or have filed, by a few columns: for whoever chooses one. */
export async function partPage(db: Db, { caller, scope }: { readonly caller: Discloses; readonly scope: readonly Condition[] },
  { current, size, keyword }: { current: number; size: number; keyword?: string | null }) {
  const known = disclosedResource(contract, caller)
  const page = await contracts.page(db, { current, size, where: keywordCondition(known, keyword), order: defaultOrder(known) }, scope)
  const shortened = (record: FormValue) => Object.fromEntries(short.map((key) => [key, record[key] ?? null]))
  return { ...page, records: page.records.map((record) => shortened(disclosed(contract, caller, record))) }
}
