import type { FormValue } from '../../../src/kernel/value.ts'
import type { DocumentExtension, DocumentStep } from '../../../server/plugin.ts'
import { payeeAccounts } from '../../masters/server/door.ts'

/** The payroll card is filled in, account numbers are kept without blanks, and one payee gets what is payable when an approver cuts the amount. */
export const payees: DocumentExtension = {
  concerns: ({ fields }) => fields['payeeLines']?.columns !== undefined && fields['netPayable'] !== undefined,

  async prepare(step) {
    const lines = step.value['payeeLines']
    if (lines === undefined && step.filing) return payrollLine(step)
    return Array.isArray(lines) && lines.length > 0 ? { payeeLines: payable(step, (lines as FormValue[]).map(withoutBlanks)) } : {}
  },
}

/** The one payee whom nobody changed gets what is payable now. */
function payable({ value, before, filing }: DocumentStep, lines: readonly FormValue[]): readonly FormValue[] {
  const [only, ...others] = lines
  const follows = !filing && others.length === 0 && sameLines(lines, before?.['payeeLines'])
  return follows ? [{ ...only, payAmount: value['netPayable'] }] : lines
}

/** Payee type of the payroll card, and the one currency that it takes. */
const payrollCard = '3'
const cardCurrency = 'CNY'

/** Where nothing was entered yet, the applicant's payroll card is the payee. */
async function payrollLine({ db, value }: DocumentStep): Promise<FormValue> {
  const applicant = value['applicant']
  if (value['proceedsType'] !== payrollCard || value['currencyType'] !== cardCurrency || typeof applicant !== 'string') return {}
  const card = (await payeeAccounts(db).of(applicant)).find((account) => account.is_payroll)
  if (!card) return {}
  const line = {
    rowId: 'payroll', account: card.id, proceedsName: card.account_name, proceedsAccount: card.account_no,
    proceedsAccountType: card.proceeds_account_type, bankName: card.bank,
  }
  return { payeeLines: [line] }
}

function withoutBlanks(line: FormValue): FormValue {
  const account = line['proceedsAccount']
  return typeof account === 'string' ? { ...line, proceedsAccount: account.replaceAll(/\s/g, '') } : line
}

const sameLines = (lines: unknown, before: unknown) => JSON.stringify(lines) === JSON.stringify(before)
