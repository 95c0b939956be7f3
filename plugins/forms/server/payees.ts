import { maskedText } from '#kernel/values/masked-text.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type DocumentExtension, type DocumentStep, readOnce, type DisplayStep } from '#server/extensions/document-extension.ts'
import { payeeAccounts, readsNumber, type SavedAccount, savedAccounts } from '#plugins/masters/server/public-api.ts'

/**
 * Fills payee lines from the selected account or the payroll card, strips blanks from account numbers, and adapts the amount of a single
 * payee when an approver cuts the total.
 */
export const payees: DocumentExtension = {
  concerns: ({ fields }) => fields['payeeLines']?.columns !== undefined && fields['netPayable'] !== undefined,

  async prepare(step) {
    const lines = step.value['payeeLines']
    const card = await payrollCardOf(step)
    if (lines === undefined && step.filing) return card ? { payeeLines: [{ rowId: 'payroll', ...card }] } : {}
    if (!Array.isArray(lines) || lines.length === 0) return {}
    const clean = await asRegistered(step, (lines as FormValue[]).map(withoutBlanks))
    return { payeeLines: payable(step, card && clean.length === 1 ? [{ ...clean[0], ...card }] : clean) }
  },

  check: strangersAccounts,
  disclosed: writtenNumbers,
}

/**
 * Problems for saved accounts that may not be paid: only a supplier's, or those of initiator, payee or editor; owners are not disclosed.
 */
async function strangersAccounts(step: DocumentStep): Promise<FieldProblem[]> {
  const known = new Set(accountsIn(step.before).map(({ id }) => id))
  const named = accountsIn(step.value).filter(({ id }) => !known.has(id))
  const accounts = await accountsOf(step, named)
  return named.flatMap(({ id, index }): FieldProblem[] => {
    const account = accounts.get(id)
    return account === undefined || mayBePaid(step, account)
      ? []
      : [{ field: `payeeLines.${index}.account`, code: 'forms.strangersAccount' }]
  })
}

function mayBePaid({ value, document, actor }: DocumentStep, account: SavedAccount): boolean {
  const people: readonly unknown[] = [actor.id, document.starter, value['applicant'], value['borrower']]
  return account.owner_type === 'supplier' || people.includes(account.owner_id)
}

const accountsIn = (value: FormValue = {}) =>
  rowsAt(value, 'payeeLines').flatMap(({ account }, index) => (typeof account === 'string' ? [{ id: account, index }] : []))

function accountsOf(step: DocumentStep, named: readonly { readonly id: string }[]): Promise<ReadonlyMap<string, SavedAccount>> {
  const ids = [...new Set(named.map(({ id }) => id))].sort()
  return readOnce(step, accountsKey(ids), () => savedAccounts(step.db, ids))
}

const accountsKey = (ids: readonly string[]): string => `payeeAccounts ${ids.join(' ')}`

const chosenIn = (accounts: ReadonlyMap<string, SavedAccount>, { account }: FormValue):
  | SavedAccount
  | undefined => (typeof account === 'string' ? accounts.get(account) : undefined)

/** Line values that always come from the selected account. */
const registered = (account: SavedAccount) => ({ proceedsName: account.account_name, proceedsAccount: account.account_no,
  proceedsAccountType: account.proceeds_account_type, bankName: account.bank })

/** Routing values from the account; if it has none, the line's own are kept. */
const routing = (account: SavedAccount) => ({ bankBranchNo: account.branch_no, swiftNumber: account.swift, bankAddress: account.address })

/** Payee lines with the values of selected accounts. In approval, a line keeps its filed values unless another account is selected. */
async function asRegistered(step: DocumentStep, lines: readonly FormValue[]): Promise<readonly FormValue[]> {
  const accounts = await accountsOf(step, accountsIn({ payeeLines: lines }))
  const stood = new Map(step.filing ? [] : rowsAt(step.before ?? {}, 'payeeLines').map((line) => [line['rowId'], line]))
  return lines.map((line) => {
    const account = chosenIn(accounts, line)
    if (!account) return line
    const before = stood.get(line['rowId'])
    if (before?.['account'] === account.id) return { ...line, ...pick(before, Object.keys(registered(account))) }
    return mayBePaid(step, account) ? { ...line, ...registered(account), ...absent(line, routing(account)) } : line
  })
}

const pick = (line: FormValue, keys: readonly string[]): FormValue => Object.fromEntries(keys.map((key) => [key, line[key]]))

/** Entries whose key is empty in the line. */
const absent = (line: FormValue, entries: FormValue): FormValue =>
  Object.fromEntries(Object.entries(entries).filter(([key, entry]) => entry !== null && (line[key] ?? '') === ''))

/** While editing, account numbers are masked as in the list of accounts. */
async function writtenNumbers({ db, value, reader, document }: DisplayStep): Promise<FormValue> {
  if (document) return {}
  const accounts = await savedAccounts(db, accountsIn(value).map(({ id }) => id))
  const mask = (line: FormValue): FormValue => {
    const account = chosenIn(accounts, line)
    return account === undefined || readsNumber(account, reader) ? line : { ...line, proceedsAccount: maskedText(account.account_no) }
  }
  return accounts.size === 0 ? {} : { payeeLines: rowsAt(value, 'payeeLines').map(mask) }
}

/** Sets the amount of an unchanged single payee to the current payable amount. */
function payable({ value, before, filing }: DocumentStep, lines: readonly FormValue[]): readonly FormValue[] {
  const [only, ...others] = lines
  const follows = !filing && others.length === 0 && sameLines(lines, before?.['payeeLines'])
  return follows ? [{ ...only, payAmount: value['netPayable'] }] : lines
}

/** Payee type of the payroll card, and its only currency. */
const payrollCard = '3'
const cardCurrency = 'CNY'

/** The applicant's payroll card as a line, if the document is paid to it; it is never typed in. */
async function payrollCardOf(step: DocumentStep): Promise<FormValue | undefined> {
  const { db, value } = step
  const applicant = value['applicant']
  if (value['proceedsType'] !== payrollCard || value['currencyType'] !== cardCurrency || typeof applicant !== 'string') return undefined
  const card = await readOnce(step, `payrollCard ${applicant}`,
    async () => (await payeeAccounts(db).of(applicant)).find((account) => account.is_payroll))
  if (!card) return undefined
  // cache it for `check`, which reads it by id
  await readOnce(step, accountsKey([card.id]), () => Promise.resolve(new Map([[card.id, card]])))
  return { account: card.id, ...registered(card) }
}

function withoutBlanks(line: FormValue): FormValue {
  const account = line['proceedsAccount']
  return typeof account === 'string' ? { ...line, proceedsAccount: account.replaceAll(/\s/g, '') } : line
}

const sameLines = (lines: unknown, before: unknown) => JSON.stringify(lines) === JSON.stringify(before)
