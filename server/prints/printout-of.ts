import { buffer } from 'node:stream/consumers'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import { currencyFormat, type CurrencyFormat, formatMoney, moneyText, rmb as inRmb } from '#kernel/values/money.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { visibility } from '#kernel/evaluate/access/states.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { capitals } from '#kernel/values/capitals.ts'
import { totalBudgetAmount } from '#kernel/evaluate/budget-amount.ts'
import type { DocumentStatus } from '#approval/types.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { timelineViewOf } from '#server/documents/timeline/view.ts'
import type { ReadDocument } from '#server/documents/lifecycle/engine-facts.ts'
import { labelsOf } from '#server/documents/values/labels.ts'
import { type Storage, storageOf } from '#server/attachments/storage/storage.ts'
import { remainingBalanceOf } from '#server/documents/links/consumption.ts'
import type { TimelineRecord } from '#server/documents/timeline/record.ts'
import type { Db } from '#server/database/tables.ts'
import { demandBytes, verifiedBytes } from '#server/attachments/inspection/verification.ts'
import type { PrintedAmount, PrintedFact, PrintedPictures, PrintedRow, PrintedState, PrintedTable, Printout } from './printout.ts'
import { type CompanySeal, type CompanySeals, sealSize } from './print-sources.ts'
import { type PrintedDocument, printedSections, printedText, type PrintView, type Say } from './sections.ts'

export interface PrintWish {
  readonly locale: Locale
  readonly fullAccounts: boolean
  readonly find: FindText
  /** Absent where no module provides any. */
  readonly seals?: CompanySeals | undefined
  /** Whether to print photos; only for single documents, since those of many exceed a worker's memory. */
  readonly withPhotos?: boolean
}

/** A document to print, with the formatting of its values. */
export interface PrintSource extends PrintedDocument {
  readonly document: ReadDocument
  readonly say: Say
  readonly title: string
  readonly company: string
  readonly facts: PrintedFacts
  readonly approvals: PrintedTable
  readonly printedBy: string
  readonly printedAt: string
  /** The company's seal, for completed documents. */
  readonly seal: CompanySeal | undefined
}

/** Reads the input of any print: only data that the reader may see on the page. */
export async function printSourceOf(context: CommandContext, document: ReadDocument,
  { locale, fullAccounts, find, seals }: PrintWish): Promise<PrintSource> {
  const { form, evaluation, number, process } = document
  const value = { ...document.shown, ...(await remainingBalanceOf(context.db, document)) }
  const { processRecord } = await timelineViewOf({ ...context, caller: { ...context.caller, locale } }, document)
  const labels = await labelsOf(context, document, [])
  // linked documents are only shown where the reader may see them
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

/** The content of a document's print for a reader. */
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

/** The subject of the document, unless its title contains it. */
function subjectOf({ about: { subject, subjectEn }, shown }: ReadDocument, { locale }: PrintView): string {
  const text = (locale === 'en' ? subjectEn : undefined) ?? subject ?? ''
  return String(shown['title'] ?? '').includes(text) ? '' : text
}

const signersOf = ({ print, paidBy }: Form, locale: Locale, say: Say): readonly string[] =>
  (print ? print.signedBy : undefined)?.map((label) => label[locale]) ?? (paidBy?.length ? signatures.map((code) => say(code)) : [])

/** Labels of the signatures on a voucher, in this order. */
export const signatures = ['prints.preparedBy', 'prints.reviewedBy', 'prints.receivedBy', 'prints.cashier']

function filesOf(source: PrintSource): PrintedFact[] {
  const count = fileCount(source)
  return count === 0 ? [] : [{ label: source.say('prints.files'), text: source.say('prints.fileCount', { count: String(count) }) }]
}

/** Number of the document's files, as stated on the voucher. */
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

/** Applicant, department and times; "" for absent ones. */
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

/**
 * The document's amount, or the approved amount once it is completed. Capitals are in RMB: for an approved amount in another currency,
 * the amount booked in the ledger.
 */
export function printedAmount(document: AmountSource, view: PrintView, say: Say): PrintedAmount | undefined {
  const { form, value, shown } = document
  const { name, currency } = headlineOf(document, view)
  const field = form.fields[name]
  const text = field ? printedText(name, field, shown[name], { ...view, currency }) : ''
  if (!field || text === '') return undefined
  const label = field[view.locale]
  const words = (rmb: string) => ({ label: say('prints.capitals'), text: capitals(rmb) })
  if (currency === inRmb) return { label, text, capitals: words(String(shown[name])) }
  const rmb = moneyText(totalBudgetAmount(form, value, document.at))
  return { label, text, rmb: { label: say('prints.rmb'), text: formatMoney(rmb) }, capitals: words(rmb) }
}

type AmountSource = Pick<ReadDocument, 'form' | 'value' | 'shown' | 'process' | 'at'>

/** The field of the amount and its currency: RMB for the form's amount, the document's currency for the approved one. */
function headlineOf({ form, process }: Pick<AmountSource, 'form' | 'process'>,
  { currency }: Pick<PrintView, 'currency'>): { readonly name: string; readonly currency: CurrencyFormat } {
  const approved = process.status === 'completed' ? form.approved : undefined
  return approved === undefined ? { name: form.amount ?? '', currency: inRmb } : { name: approved, currency }
}

/** Types of history entries on a print: decisions without comments. */
const decisions: ReadonlySet<string> = new Set(['start', 'completed', 'autoCompleted', 'backed', 'refuse', 'aborted', 'invalid', 'addsign',
  'transfer', 'running'])

/** The decisions that count in this round, with people, times and opinions; current assignees come last. */
export function printedApprovals(records: readonly TimelineRecord[], round: number,
  { find, locale }: { find: FindText; locale: Locale }): PrintedTable {
  const text = (code: string) => find(code, undefined, locale) ?? code
  const shown = records.filter((record) => record.countsIn === round && decisions.has(record.operateType) && !record.cancelled)
  return {
    kind: 'table',
    title: text('prints.approvals'),
    columns: widths.map(([code, width]) => ({ label: text(code), width, right: false })),
    rows: shown.map((record): PrintedRow => ({
      cells: [
        nodeName({ cn: record.nodeName, en: record.nodeNameEn }, locale),
        peopleOf(record, locale),
        text(`prints.decision.${decisionOf(record)}`),
        record.comment ?? '',
        record.operateType === 'running' ? '' : record.createTime.slice(0, 16),
      ],
      more: [],
    })),
  }
}

const widths = [['prints.node', 96], ['prints.person', 96], ['prints.decision', 60], ['prints.opinion', 150], ['prints.time', 84]] as const

/** A start in a later round is a resubmission. */
const decisionOf = ({ operateType, round }: TimelineRecord): string => (operateType === 'start' && round > 1 ? 'resubmit' : operateType)

const nodeName = (label: Label, locale: Locale) => label[locale]

/** The actor; at a running node all assignees. */
function peopleOf({ operator, userList, operateType }: TimelineRecord, locale: Locale): string {
  const people = operator && operateType !== 'running' ? [operator] : userList
  return people.map(({ name }) => nameOf(name, locale)).join('\n')
}

/** Maximum number of photos per field; further ones are not printed. */
const most = 4

/** Maximum size of a picture, bytes. Photos are embedded unchanged. */
const largest = 6 * 1024 * 1024

const types: Readonly<Record<string, string>> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png' }

interface Shelf {
  readonly db: Db
  readonly storage: Storage
}

/** The document's photos from the form's photo fields, as far as the reader may see them; damaged ones are left out. */
async function printedPictures({ db, storage }: Shelf,
  { form, value, view, visible }: PrintedDocument): Promise<readonly PrintedPictures[]> {
  const { photos = [] } = form.print || {}
  const found: PrintedPictures[] = []
  for (const key of photos.filter((name) => visible(name).visible)) {
    const images = await imagesOf({ db, storage }, value[key])
    const title = form.fields[key]?.[view.locale]
    if (title !== undefined && images.length > 0) found.push({ title, images })
  }
  return found
}

const isIds = (ids: unknown): ids is readonly string[] => Array.isArray(ids) && ids.length > 0

async function imagesOf({ db, storage }: Shelf, ids: unknown): Promise<PrintedPictures['images']> {
  if (!isIds(ids)) return []
  const rows = await db.selectFrom('attachment').select(['id', 'real_name', 'file_type', 'path', 'size', 'sha256']).where('id', 'in', [
    ...ids,
  ]).where('absent_since', 'is', null)
    .execute()
  const files = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []).filter(({ file_type: type, size }) =>
    type in types && Number(size) <= largest
  )
  const images: PrintedPictures['images'][number][] = []
  for (const file of files.slice(0, most)) {
    const bytes = await demandBytes(storage, [file]).then(() => buffer(verifiedBytes(storage, file))).catch(() => undefined)
    if (bytes) images.push({ name: file.real_name, image: `data:${types[file.file_type]};base64,${bytes.toString('base64')}` })
  }
  return images
}
