import { Decimal } from 'decimal.js'
import type { FieldProblem } from '#kernel/errors.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { Voucher } from '../reading/voucher.ts'
import { heldAs, type InvoiceRow, pathAs } from './invoice-rows.ts'

/**
 * A red-letter invoice is claimed only beside the one that it takes back, and that one only beside all of its red ones: the amounts are set
 * off.
 */
export function redLetters(row: InvoiceRow, vouchers: readonly Voucher[],
  reds: ReadonlyMap<string, readonly string[]>): readonly FieldProblem[] {
  const field = pathAs(row, 'invoiceNumber')
  const isHere = (number: string | undefined) => number !== undefined && row.numbers.includes(number)
  const alone = vouchers.filter(({ fields }) => fields.total?.value.startsWith('-') && !isHere(fields.originalNumber?.value))
  const reversed = row.numbers.filter((number) => reds.get(number)?.some((red) => !isHere(red)))
  return [
    ...alone.map(({ fields }) => ({ field, code: 'vouchers.redLetter', parameters: { no: fields.number?.value ?? '' } })),
    ...reversed.map((no) => ({ field, code: 'vouchers.reversed', parameters: { no } })),
    ...(alone.length === 0 ? setOff(row, vouchers) : []),
  ]
}

/** Of invoices that are set off, what is claimed is never above what is left. */
function setOff(row: InvoiceRow, vouchers: readonly Voucher[]): readonly FieldProblem[] {
  if (!vouchers.some(({ fields }) => fields.total?.value.startsWith('-'))) return []
  const rest = vouchers.reduce((sum, { fields }) => sum.plus(fields.total?.value ?? 0), new Decimal(0))
  const amount = decimalOf(String(heldAs(row, 'invoiceAmount') ?? '0'))
  return amount?.gt(rest)
    ? [{ field: pathAs(row, 'invoiceAmount'), code: 'vouchers.aboveRest', parameters: { rest: rest.toFixed(2) } }]
    : []
}
