import type { FormValue } from '../../../src/kernel/value.ts'
import type { DocumentExtension } from '../../../server/plugin.ts'

/** Account numbers are kept without blanks, and one payee gets what is payable when an approver cuts the amount. */
export const payees: DocumentExtension = {
  concerns: ({ fields }) => fields['payeeLines']?.columns !== undefined && fields['netPayable'] !== undefined,

  async prepare({ value, before, filing }) {
    const lines = value['payeeLines']
    if (!Array.isArray(lines) || lines.length === 0) return {}
    const clean = (lines as FormValue[]).map(withoutBlanks)
    const follows = !filing && lines.length === 1 && sameLines(lines, before?.['payeeLines'])
    return { payeeLines: follows ? [{ ...clean[0], payAmount: value['netPayable'] }] : clean }
  },
}

function withoutBlanks(line: FormValue): FormValue {
  const account = line['proceedsAccount']
  return typeof account === 'string' ? { ...line, proceedsAccount: account.replaceAll(/\s/g, '') } : line
}

const sameLines = (lines: unknown, before: unknown) => JSON.stringify(lines) === JSON.stringify(before)
