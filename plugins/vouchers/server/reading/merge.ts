import type { Voucher, VoucherField } from './voucher.ts'

/** One voucher in several formats is one, read from the best of them. */
export function merged(vouchers: readonly Voucher[]): Voucher[] {
  const found = new Map<string, Voucher>()
  for (const voucher of vouchers) {
    const key = keyOf(voucher)
    const known = found.get(key)
    found.set(key, known ? together(known, voucher) : voucher)
  }
  return [...found.values()]
}

/** Digital numbers are never given twice; the older ones are within their code. */
function keyOf({ fields: { number, code } }: Voucher): string {
  const digits = number?.value ?? ''
  return digits.length >= 20 ? digits : `${code?.value ?? ''} ${digits}`
}

const amounts: ReadonlySet<string> = new Set(['net', 'tax', 'otherCharges', 'total'] satisfies VoucherField[])

/** The source that is trusted more goes first. What an equal contradicts is not certain, nor an amount that any other contradicts. */
function together(one: Voucher, other: Voucher): Voucher {
  const [first, second] = trustOf(other) > trustOf(one) ? [other, one] : [one, other]
  const own = Object.entries(first.fields).map(([field, reading]) => {
    const against = second.fields[field as VoucherField]
    const isContradicted = against && against.value !== reading.value && (against.certainty >= reading.certainty || amounts.has(field))
    return [field, isContradicted ? { ...reading, certain: false } : reading]
  })
  return { ...first, files: [...new Set([...one.files, ...other.files])],
    fields: { ...second.fields, ...(Object.fromEntries(own) as Voucher['fields']) } }
}

const trustOf = ({ fields }: Voucher) => fields.number?.certainty ?? 0
