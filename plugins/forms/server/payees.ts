import type { FormValue } from '../../../src/kernel/value.ts'
import type { DocumentExtension, DocumentStep } from '../../../server/plugin.ts'
import { payeeAccounts } from '../../masters/server/door.ts'

/** The payroll card is as the register has it, account numbers are kept without blanks, and one payee gets what is payable when an approver cuts the amount. */
export const payees: DocumentExtension = {
  concerns: ({ fields }) => fields['payeeLines']?.columns !== undefined && fields['netPayable'] !== undefined,

  async prepare(step) {
    const lines = step.value['payeeLines']
    const card = await payrollCardOf(step)
    if (lines === undefined && step.filing) return card ? { payeeLines: [{ rowId: 'payroll', ...card }] } : {}
    if (!Array.isArray(lines) || lines.length === 0) return {}
    const clean = (lines as FormValue[]).map(withoutBlanks)
    return { payeeLines: payable(step, card && clean.length === 1 ? [{ ...clean[0], ...card }] : clean) }
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

/** The applicant's payroll card, where the document is paid to it: nobody types that in. */
async function payrollCardOf({ db, value }: DocumentStep): Promise<FormValue | undefined> {
  const applicant = value['applicant']
  if (value['proceedsType'] !== payrollCard || value['currencyType'] !== cardCurrency || typeof applicant !== 'string') return undefined
  const card = (await payeeAccounts(db).of(applicant)).find((account) => account.is_payroll)
  return card && {
    account: card.id, proceedsName: card.account_name, proceedsAccount: card.account_no, proceedsAccountType: card.proceeds_account_type, bankName: card.bank,
  }
}

function withoutBlanks(line: FormValue): FormValue {
  const account = line['proceedsAccount']
  return typeof account === 'string' ? { ...line, proceedsAccount: account.replaceAll(/\s/g, '') } : line
}

const sameLines = (lines: unknown, before: unknown) => JSON.stringify(lines) === JSON.stringify(before)
