import type { Sample } from './samples.ts'
import type { FileReading, VoucherField } from '../voucher.ts'

/** Reading accuracy of the fields of a sample family. */
export interface Accuracy {
  readonly family: string
  files: number
  fields: number
  right: number
  missing: number
  /** Fields read with a wrong value, or read although absent. */
  wrong: number
  wrongButCertain: number
  certain: number
}

/** Compares readings with the expected fields, per family. */
export function accuracyOf(readings: readonly { readonly sample: Sample; readonly reading: FileReading }[]): Accuracy[] {
  const families = new Map<string, Accuracy>()
  for (const { sample, reading } of readings) {
    const sums = families.get(sample.family) ??
      { family: sample.family, files: 0, fields: 0, right: 0, missing: 0, wrong: 0, wrongButCertain: 0, certain: 0 }
    families.set(sample.family, sums)
    sums.files += 1
    for (const [index, expected] of sample.expected.entries()) compare(sums, expected, reading.vouchers[index]?.fields ?? {})
    for (const extra of reading.vouchers.slice(sample.expected.length)) compare(sums, {}, extra.fields)
  }
  return [...families.values()]
}

function compare(sums: Accuracy, expected: Sample['expected'][number], read: FileReading['vouchers'][number]['fields']): void {
  for (const field of new Set([...Object.keys(expected), ...Object.keys(read)]) as Set<VoucherField>) {
    const [wanted, found] = [expected[field], read[field]]
    sums.fields += 1
    if (found?.certain) sums.certain += 1
    if (found === undefined) sums.missing += 1
    else if (found.value === wanted) sums.right += 1
    else {
      sums.wrong += 1
      if (found.certain) sums.wrongButCertain += 1
    }
  }
}
