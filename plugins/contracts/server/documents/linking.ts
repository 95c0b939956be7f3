import { todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension } from '#server/document-extension.ts'
import { contractOf, execState, isExpired } from '../records/contracts.ts'
import { payingTypes } from '../ledger/payments.ts'
import { otherSupplier } from './same-supplier.ts'

/** A purchase under a contract needs a contract that is in force and with the same supplier. */
export const linkedContracts: DocumentExtension = {
  concerns: ({ key, fields }) => !payingTypes.includes(key) && fields['contractLink']?.to === 'contract',

  async check(step): Promise<FieldProblem[]> {
    const { db, at, value, before } = step
    const isNew = step.filing === true || value['contractLink'] !== before?.['contractLink']
    const contract = isNew ? await contractOf(db, value['contractLink']) : undefined
    const code = contract && outOfForce(contract, todayOf(at))
    if (code !== undefined) return [{ field: 'contractLink', code }]
    return contract ? otherSupplier(step, contract, value['supplier']) : []
  },
}

/** Why nothing new is bought under a contract. */
function outOfForce(contract: FormValue, today: string): string | undefined {
  if (contract['execState'] === execState.terminated) return 'contracts.notInForce'
  if (contract['execState'] === execState.completed) return 'contracts.closed'
  return isExpired(contract, today) ? 'contracts.expired' : undefined
}
