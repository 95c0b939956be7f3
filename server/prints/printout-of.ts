import type { DocumentStatus } from '#approval/types.ts'
import { currencyKey } from '#kernel/list-columns.ts'
import { currencyFormat } from '#kernel/values/currency-format.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type Visibility, visibility } from '#kernel/evaluate/states.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { CommandContext } from '../documents/lifecycle/run-command.ts'
import { timelineViewOf } from '../documents/timeline/view.ts'
import type { ReadDocument } from '../documents/read-document.ts'
import { labelsOf } from '../documents/values/labels.ts'
import { remainingBalanceOf } from '../documents/links/remaining-balance.ts'
import { printedAmount } from './amount.ts'
import { printedApprovals } from './approvals.ts'
import type { PrintedFact, PrintedState, Printout } from './printout.ts'
import { printedSections } from './sections.ts'
import { printedText, type PrintView, type Say } from './texts.ts'

export interface PrintWish {
  readonly locale: Locale
  readonly fullAccounts: boolean
  readonly find: FindText
}

/** What a reader's print of a document shows: as much as their screen, and nothing else. */
export async function printoutOf(context: CommandContext, document: ReadDocument, { locale, fullAccounts, find }: PrintWish): Promise<Printout> {
  const { form, evaluation, number, process } = document
  const value = { ...document.shown, ...(await remainingBalanceOf(context.db, document)) }
  const { processRecord } = await timelineViewOf({ ...context, caller: { ...context.caller, locale } }, document)
  const labels = await labelsOf(context, document, [])
  // what links to documents shows is cut to what the reader may read
  const facts: FormFacts = { ...evaluation, reference: (kind, id) => labels[kind]?.[id] }
  const view: PrintView = { locale, facts, currency: currencyOf(document.form, document.value, evaluation), fullAccounts }
  const visible = visibility(form, value, evaluation)
  const say = (code: string, parameters?: Readonly<Record<string, string>>) => find(code, parameters, locale) ?? code
  return {
    locale,
    number,
    form: form[locale],
    title: String((locale === 'en' ? value['titleEn'] : undefined) ?? value['title'] ?? number),
    company: companyOf(document, view),
    state: stateOf(process.status, say),
    facts: [...factsOf(document, view, say), ...filesOf(form, value, visible, say)],
    amount: printedAmount(document, view, say),
    sections: printedSections({ form, value, view, visible }),
    approvals: printedApprovals(processRecord, process.round, { find, locale }),
    signatures: form.paidBy?.length ? signatures.map((code) => say(code)) : [],
    foot: say('prints.foot', { name: context.caller.name, time: nowOf(context.at).slice(0, 16) }),
    pages: say('prints.pages'),
  }
}

/** Who signs a voucher of the company, in this order. */
const signatures = ['prints.preparedBy', 'prints.reviewedBy', 'prints.receivedBy', 'prints.cashier']

/** How many files lie with the document, as its voucher states. */
function filesOf({ fields }: Form, value: FormValue, visible: Visibility, say: Say): PrintedFact[] {
  const count = Object.entries(fields).reduce((sum, [key, field]) => {
    if (!visible(key).visible) return sum
    if (field.kind === 'attachment') return sum + listAt(value, key).length
    const columns = Object.entries(field.columns ?? {}).filter(([column, { kind }]) => kind === 'attachment' && visible(`${key}.${column}`).visible)
    return sum + rowsAt(value, key).reduce((inner, row) => inner + columns.reduce((files, [column]) => files + listAt(row, column).length, 0), 0)
  }, 0)
  return count === 0 ? [] : [{ label: say('prints.files'), text: say('prints.fileCount', { count: String(count) }) }]
}

const listAt = (value: FormValue, key: string): readonly unknown[] => {
  const list = value[key]
  return Array.isArray(list) ? list : []
}

const currencyOf = (form: Form, value: FormValue, facts: FormFacts) => {
  const code = value[currencyKey(form) ?? '']
  return currencyFormat(code, typeof code === 'string' ? facts.reference('currency', code) : undefined)
}

const companyOf = ({ form, shown: value }: ReadDocument,
  view: PrintView): string => (form.fields['company'] ? printedText('company', form.fields['company'], value['company'], view) : '')

const tones: Readonly<Record<DocumentStatus, PrintedState['tone']>> = { inApproval: 'running', completed: 'done', refused: 'ended', revoked: 'ended', voided: 'ended' }

function stateOf(status: DocumentStatus, say: Say): PrintedState {
  const text = say(`prints.state.${status}`)
  return { text, tone: tones[status], ...(status === 'completed' ? {} : { watermark: text }) }
}

function factsOf({ process, shown: value, evaluation: { directory }, started, ended }: ReadDocument, { locale }: PrintView, say: Say): PrintedFact[] {
  const department = typeof value['applicantDept'] === 'string' ? directory.department(value['applicantDept']) : undefined
  const facts = [
    { label: say('prints.applicant'), text: nameOf(directory.person(process.applicant)?.name ?? process.applicant, locale) },
    { label: say('prints.department'), text: nameOf(department?.name, locale) },
    { label: say('prints.started'), text: nowOf(started).slice(0, 16) },
    { label: say('prints.ended'), text: ended ? nowOf(ended).slice(0, 16) : '' },
  ]
  return facts.filter(({ text }) => text !== '')
}
