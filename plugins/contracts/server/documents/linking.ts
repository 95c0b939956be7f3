import { todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { keyTo } from '#kernel/fields/roles.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { contractTypes } from '#plugins/contracts/types/keys.ts'
import { contractOf, execState, isExpired } from '../records/contracts.ts'
import { payingTypes } from '../ledger/payments.ts'
import { otherSupplier } from './same-supplier.ts'

/** A purchase under a contract requires it to be in force and with the same supplier. */
export const linkedContracts: DocumentExtension = {
  concerns: ({ key, fields }) => !payingTypes.includes(key) && !contractTypes.includes(key) && keyTo(fields, 'contract') !== undefined,

  async check(step): Promise<FieldProblem[]> {
    const { db, form, at, value, before } = step
    const field = keyTo(form.fields, 'contract') ?? ''
    const isNew = step.filing === true || value[field] !== before?.[field]
    const contract = isNew ? await contractOf(db, value[field]) : undefined
    const code = contract && outOfForce(contract, todayOf(at))
    if (code !== undefined) return [{ field, code }]
    return contract ? otherSupplier(step, contract) : []
  },
}

/** Reason why no purchases under a contract are allowed; undefined if it is in force. */
function outOfForce(contract: FormValue, today: string): string | undefined {
  if (contract['execState'] === execState.terminated) return 'contracts.notInForce'
  if (contract['execState'] === execState.completed) return 'contracts.closed'
  return isExpired(contract, today) ? 'contracts.expired' : undefined
}
