import { decimalOf } from '../../../../src/kernel/money.ts'
import type { FormValue } from '../../../../src/kernel/value.ts'
import type { DataAudit } from '../../../../server/plugin.ts'
import { disbursement } from '../../types/payments/disbursement/index.ts'
import { repaidIn, repaymentsOf } from './repayments.ts'

/** Recounts what was repaid of each advance from its entries, and compares it with what is open to write-offs. */
export const repaymentAudit: DataAudit = {
  name: 'repayments of advances',
  async run(db) {
    const rows = await db
      .selectFrom('document').select(['number', 'value', 'claimable'])
      .where('type', '=', disbursement.key)
      .where((eb) => eb(eb.ref('value', '->>').key('repayAmount'), 'is not', null))
      .orderBy('number')
      .execute()
    return { checked: rows.length, mismatches: rows.flatMap(mismatchesOf) }
  },
}

function mismatchesOf({ number, value, claimable }: { number: string; value: FormValue; claimable: string | null }): string[] {
  const repaid = repaidIn(repaymentsOf(value))
  const open = decimalOf(paidOf(value))?.minus(repaid).toFixed(2) ?? ''
  const said = String(value['repayAmount'])
  return [
    ...(decimalOf(said)?.eq(repaid) ? [] : [`${number}: repaid ${said}, its entries say ${repaid}`]),
    ...(claimable === null || claimable === open ? [] : [`${number}: ${claimable} may be written off, paid less repaid is ${open}`]),
  ]
}

const paidOf = ({ payStatus, amountPaid, totalAmount }: FormValue): string => String(payStatus === '1' && amountPaid ? amountPaid : totalAmount)
