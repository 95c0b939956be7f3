import type { DocumentStatus } from '#approval/types.ts'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import { currencyFormat } from '#kernel/values/currency-format.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { visibility } from '#kernel/evaluate/access/states.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { timelineViewOf } from '#server/documents/timeline/view.ts'
import type { ReadDocument } from '#server/documents/read-document.ts'
import { labelsOf } from '#server/documents/values/labels.ts'
import { storageOf } from '#server/attachments/storage/storage-of.ts'
import { remainingBalanceOf } from '#server/documents/links/remaining-balance.ts'
import { headlineOf, printedAmount } from './amount.ts'
import { printedApprovals } from './approvals.ts'
import type { PrintedFact, PrintedState, PrintedTable, Printout } from './printout.ts'
import { printedPictures } from './pictures.ts'
import { type CompanySeal, type CompanySeals, sealSize } from './seal.ts'
import { type PrintedDocument, printedSections } from './sections.ts'
import { printedText, type PrintView, type Say } from './texts.ts'

export interface PrintWish {
  readonly locale: Locale
  readonly fullAccounts: boolean
  readonly find: FindText
  /** Absent where no module keeps any. */
  readonly seals?: CompanySeals | undefined
  /** Photos are left to prints of single documents: those of many are more than a worker holds. */
  readonly withPhotos?: boolean
}

/** The printed document, and how its values are written on paper. */
export interface PrintSource extends PrintedDocument {
  readonly document: ReadDocument
  readonly say: Say
  readonly title: string
  readonly company: string
  readonly facts: PrintedFacts
  readonly approvals: PrintedTable
  readonly printedBy: string
  readonly printedAt: string
  /** The company's, on what is completed. */
  readonly seal: CompanySeal | undefined
}

/** Reads what a print of any kind is made of: as much as the reader's screen shows, and nothing else. */
export async function printSourceOf(context: CommandContext, document: ReadDocument,
  { locale, fullAccounts, find, seals }: PrintWish): Promise<PrintSource> {
  const { form, evaluation, number, process } = document
  const value = { ...document.shown, ...(await remainingBalanceOf(context.db, document)) }
  const { processRecord } = await timelineViewOf({ ...context, caller: { ...context.caller, locale } }, document)
  const labels = await labelsOf(context, document, [])
  // links show only the documents that the reader may read
  const facts: FormFacts = { ...evaluation, reference: (kind, id) => labels[kind]?.[id] }
  const view: PrintView = { locale, facts, currency: currencyOf(document.form, document.value, evaluation), fullAccounts }
  return {
    document,
    form,
    value,
    view,
    visible: visibility(form, value, evaluation),
    say: (code, parameters) => find(code, parameters, locale) ?? code,
    title: String((locale === 'en' ? value['titleEn'] : undefined) ?? value['title'] ?? number),
    company: companyOf(document, view),
    facts: factsOf(document, view),
    headline: headlineOf(document, view).name,
    approvals: printedApprovals(processRecord, process.round, { find, locale }),
    printedBy: context.caller.name,
    printedAt: nowOf(context.at).slice(0, 16),
    seal: process.status === 'completed' && typeof document.value['company'] === 'string'
      ? await seals?.find(context.db, document.value['company'])
      : undefined,
  }
}

/** The content of a reader's print of a document. */
export async function printoutOf(context: CommandContext, document: ReadDocument, wish: PrintWish): Promise<Printout> {
  const source = await printSourceOf(context, document, wish)
  const { form, view, say, title, company, approvals, facts } = source
  const pictures = wish.withPhotos ? await printedPictures({ db: context.db, storage: storageOf(context.host.env) }, source) : []
  const headerLines = (['applicant', 'department', 'started', 'ended'] as const).map((name) => ({ label: say(`prints.${name}`),
    text: facts[name] })
  )
  return {
    locale: wish.locale,
    number: document.number,
    form: form[wish.locale],
    title: [title, subjectOf(document, view)].filter((text) => text !== '').join(' · '),
    company,
    state: stateOf(document.process.status, say),
    facts: [...headerLines.filter(({ text }) => text !== ''), ...filesOf(source)],
    amount: printedAmount(document, view, say),
    sections: printedSections(source),
    ...(pictures.length > 0 && { pictures }),
    approvals,
    signatures: signersOf(form, wish.locale, say),
    ...(source.seal &&
      {
        seal: { image: `data:${source.seal.type};base64,${Buffer.from(source.seal.image).toString('base64')}`, ...sealSize(source.seal, 96),
          day: facts.ended.slice(0, 10) },
      }),
    foot: say('prints.foot', { name: source.printedBy, time: source.printedAt }),
    total: say('prints.total'),
    pages: say('prints.pages'),
    page: say('prints.page'),
  }
}

/** The subject of the document, where its title does not say so. */
function subjectOf({ about: { subject, subjectEn }, shown }: ReadDocument, { locale }: PrintView): string {
  const text = (locale === 'en' ? subjectEn : undefined) ?? subject ?? ''
  return String(shown['title'] ?? '').includes(text) ? '' : text
}

const signersOf = ({ print, paidBy }: Form, locale: Locale, say: Say): readonly string[] =>
  (print ? print.signedBy : undefined)?.map((label) => label[locale]) ?? (paidBy?.length ? signatures.map((code) => say(code)) : [])

/** The people who sign a voucher of the company, in this order. */
export const signatures = ['prints.preparedBy', 'prints.reviewedBy', 'prints.receivedBy', 'prints.cashier']

function filesOf(source: PrintSource): PrintedFact[] {
  const count = fileCount(source)
  return count === 0 ? [] : [{ label: source.say('prints.files'), text: source.say('prints.fileCount', { count: String(count) }) }]
}

/** Counts the files of the document, as its voucher states. */
export function fileCount({ form: { fields }, value, visible }: PrintedDocument): number {
  return Object.entries(fields).reduce((sum, [key, field]) => {
    if (!visible(key).visible) return sum
    if (field.kind === 'attachment') return sum + listAt(value, key).length
    const columns = Object.entries(field.columns ?? {}).filter(([column, { kind }]) =>
      kind === 'attachment' && visible(`${key}.${column}`).visible
    )
    return sum +
      rowsAt(value, key).reduce((inner, row) => inner + columns.reduce((files, [column]) => files + listAt(row, column).length, 0), 0)
  }, 0)
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

const tones: Readonly<Record<DocumentStatus, PrintedState['tone']>> = { inApproval: 'running', completed: 'done', refused: 'ended',
  revoked: 'ended', voided: 'ended' }

function stateOf(status: DocumentStatus, say: Say): PrintedState {
  const text = say(`prints.state.${status}`)
  return { text, tone: tones[status], ...(status === 'completed' ? {} : { watermark: text }) }
}

/** Applicant, department and times; "" for what there is not. */
type PrintedFacts = Readonly<Record<'applicant' | 'department' | 'started' | 'ended', string>>

function factsOf({ process, shown: value, evaluation: { directory }, started, ended }: ReadDocument, { locale }: PrintView): PrintedFacts {
  const department = typeof value['applicantDept'] === 'string' ? directory.department(value['applicantDept']) : undefined
  return {
    applicant: nameOf(directory.person(process.applicant)?.name ?? process.applicant, locale),
    department: nameOf(department?.name, locale),
    started: nowOf(started).slice(0, 16),
    ended: ended ? nowOf(ended).slice(0, 16) : '',
  }
}
