import type { FieldProblem } from '../../../src/kernel/errors.ts'
import { rowsAt } from '../../../src/kernel/evaluate/rows.ts'
import type { FormValue } from '../../../src/kernel/value.ts'
import type { DocumentExtension, DocumentStep } from '../../../server/document-extension.ts'
import { accountOwners, payeeAccounts } from '../../masters/server/door.ts'

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

  check: strangersAccounts,
}

/** A saved account is a supplier's, or belongs to who files, who is paid or who writes it in; whose it is otherwise stays unsaid. */
async function strangersAccounts({ db, value, before, document, actor }: DocumentStep): Promise<FieldProblem[]> {
  const known = new Set(accountsIn(before).map(({ id }) => id))
  const named = accountsIn(value).filter(({ id }) => !known.has(id))
  if (named.length === 0) return []
  const owned = await accountOwners(db, named.map(({ id }) => id))
  const people: readonly unknown[] = [actor.id, document.starter, value['applicant'], value['borrower']]
  return named.flatMap(({ id, index }): FieldProblem[] => {
    const owner = owned.get(id)
    return owner === undefined || owner.type === 'supplier' || people.includes(owner.id) ? [] : [{ field: `payeeLines.${index}.account`, code: 'forms.strangersAccount' }]
  })
}

const accountsIn = (value: FormValue = {}) => rowsAt(value, 'payeeLines').flatMap(({ account }, index) => (typeof account === 'string' ? [{ id: account, index }] : []))

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
