import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DataAudit } from '#server/plugin.ts'
import { disbursement } from '#plugins/payments/types/disbursement/index.ts'
import { sumOf } from './dated-entries.ts'
import { partsOf } from './part-payments.ts'
import { repaymentsOf } from './repayments.ts'

/** Audit that recalculates partial payments and repayments from their entries, and compares them with the stored amounts. */
export const repaymentAudit: DataAudit = {
  name: 'repayments of advances',
  async run(db) {
    const rows = await db
      .selectFrom('document').select(['number', 'value', 'claimable'])
      .where('type', '=', disbursement.key)
      .where((eb) =>
        eb.or([eb(eb.ref('value', '->>').key('repayAmount'), 'is not', null),
          eb(eb.ref('value', '->>').key('partPayments'), 'is not', null)])
      )
      .orderBy('number')
      .execute()
    return { checked: rows.length, mismatches: rows.flatMap(mismatchesOf) }
  },
}

interface PaymentRecord {
  readonly number: string
  readonly value: FormValue
  readonly claimable: string | null
}

const mismatchesOf = (row: PaymentRecord): string[] => [...repaymentMismatches(row), ...partMismatches(row)]

function repaymentMismatches({ number, value, claimable }: PaymentRecord): string[] {
  const repaid = sumOf(repaymentsOf(value))
  const said = String(value['repayAmount'] ?? '0')
  const open = ['1', '2'].includes(String(value['disburseKind'])) ? decimalOf(paidOf(value))?.minus(repaid).toFixed(2) : '0.00'
  return [
    ...(decimalOf(said)?.eq(repaid) ? [] : [`${number}: repaid ${said}, its entries say ${repaid}`]),
    ...(claimable === null || claimable === open ? [] : [`${number}: ${claimable} may be written off, paid less repaid is ${open}`]),
  ]
}

function partMismatches({ number, value }: PaymentRecord): string[] {
  const [paid, parts] = [paidOf(value), partsOf(value)]
  return parts.length === 0 || decimalOf(paid)?.eq(sumOf(parts)) ? [] : [`${number}: paid ${paid}, its entries say ${sumOf(parts)}`]
}

const paidOf = ({ payStatus, amountPaid, totalAmount }: FormValue): string =>
  String(payStatus === '1' && amountPaid ? amountPaid : totalAmount)
