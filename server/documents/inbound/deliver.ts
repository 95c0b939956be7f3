import { sql } from 'kysely'
import { z } from 'zod'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { type Form, formPermissions } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { isDate, isDateTime } from '#kernel/values/dates.ts'
import { hashOf } from '#server/canonical.ts'
import type { Db } from '#server/database/tables.ts'
import type { ServiceAccount } from '#server/identity/sessions/service-accounts.ts'
import type { Caller } from '#server/identity/caller.ts'
import { newId } from '#server/identity/id.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import type { Member, Organisation } from '#server/identity/organisation/organisation.ts'
import type { ReferenceReader, References } from '#server/host.ts'
import type { InboundAnswer } from './files.ts'
import { act } from '../lifecycle/commands.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { otherSystem } from '../lifecycle/engine-facts.ts'
import { resubmit, submit } from '../lifecycle/submit.ts'
import { formOf } from '../host.ts'
import { askForFiling } from '../values/ask-outside.ts'
import { asksOutside } from '../values/external-values.ts'
import { stateCodes } from '../wire.ts'

const text = (max: number) => z.string().min(1).max(max)

/** The envelope in which another system sends a document; header and items are validated by the form. */
export const envelope = z.strictObject({
  requestId: z.string().regex(/^[A-Za-z0-9-]{8,64}$/),
  sapSystem: text(20),
  client: text(10),
  sapDocNo: text(20),
  version: z.int().min(1).max(999_999_999),
  companyCode: text(10),
  initiatorJobNo: text(30),
  createdAt: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  title: text(200),
  titleEn: text(200).optional(),
  header: z.record(z.string().max(40), z.unknown()),
  items: z.array(z.record(z.string().max(40), z.unknown())).min(1).max(500),
  attachments: z.array(z.strictObject({ name: text(255), url: z.url({ protocol: /^https$/ }).max(2000), size: z.int().min(0).optional() }))
    .max(100).default([]),
  callback: z.strictObject({ type: z.enum(['RFC', 'ODATA']), target: text(60) }).optional(),
})

export type Envelope = z.output<typeof envelope>

/** A delivery with its service account. */
export interface Delivery {
  readonly type: string
  readonly account: ServiceAccount
  readonly sent: Envelope
}

type DeliveryContext = Pick<CommandContext, 'host' | 'flows' | 'db' | 'at'>

/**
 * Starts the document of a delivery; a repeated request gets the stored answer. A newer version aborts the document in approval and
 * restarts it under its number.
 * @throws Refused with the paths of fields that the form does not accept
 */
export async function deliver(context: DeliveryContext, { type, account, sent }: Delivery): Promise<InboundAnswer> {
  const { host, db, at } = context
  const form = formOf(host, type)
  if (form.startedBy === undefined) throw new Refused('documents.inboundNotStarted')
  refuseForeign(account, sent)
  const hash = hashOf({ type, ...sent })
  await inOneLine(db, `${account.id}/${sent.requestId}`)
  const repeated = await db.selectFrom('inbound_request').select(['content_hash', 'answer']).where('account', '=', account.id)
    .where('request', '=', sent.requestId).executeTakeFirst()
  if (repeated) {
    if (repeated.content_hash !== hash) throw at1('requestId', 'documents.inboundRequestUsed')
    return repeated.answer
  }
  const answer = await started(context, form, { account, sent,
    contentHash: hashOf({ ...sent, requestId: undefined, createdAt: undefined }) })
  await db.insertInto('inbound_request').values({ account: account.id, request: sent.requestId, content_hash: hash,
    answer: JSON.stringify(answer), at }).execute()
  return answer
}

/**
 * Reads what the form asks of other systems, such as stocks, before the transaction of a delivery. A delivery that is refused is refused
 * by {@link deliver}.
 */
export async function askForDelivery(context: DeliveryContext, { type, account, sent }: Delivery): Promise<void> {
  const { host, db } = context
  const form = formOf(host, type)
  if (form.startedBy === undefined || !asksOutside(form)) return
  const repeated = await db.selectFrom('inbound_request').select('request').where('account', '=', account.id)
    .where('request', '=', sent.requestId).executeTakeFirst()
  if (repeated) return
  try {
    const { caller, value } = await judge(context, form, { sent })
    await askForFiling({ ...context, caller }, { form, incoming: value, before: undefined })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

interface Judged {
  readonly account: ServiceAccount
  readonly sent: Envelope
  /** Hash of the content of a version, without request id and time. */
  readonly contentHash: string
}

async function started(context: DeliveryContext, form: Form, judged: Judged): Promise<InboundAnswer> {
  const { db } = context
  const { sent, contentHash } = judged
  const key = { system: sent.sapSystem, client: sent.client, type: form.key, number: sent.sapDocNo }
  await inOneLine(db, Object.values(key).join('/'))
  const known = await db.selectFrom('inbound_document').innerJoin('document', 'document.id', 'inbound_document.document')
    .select(['inbound_document.document', 'inbound_document.version', 'inbound_document.content_hash', 'document.number', 'document.state'])
    .where('inbound_document.system', '=', key.system).where('inbound_document.client', '=', key.client)
    .where('inbound_document.type', '=', key.type).where('inbound_document.number', '=', key.number).executeTakeFirst()
  if (known && sent.version === known.version && contentHash === known.content_hash)
    return answerOf({ id: known.document, number: known.number, process: { status: known.state } })
  if (known) refuseOld(known, sent.version)
  const { caller, value } = await judge(context, form, judged)
  const own = { ...context, caller }
  const filing = { type: form.key, incoming: value, choices: [], accepted: [] }
  if (known?.state === 'inApproval') await act(own, known.document, { action: 'edit', comment: 'SAP已更新 / Updated in SAP' })
  const filed = await withPaths(known ? resubmit(own, known.document, filing) : submit(own, filing))
  await db.insertInto('inbound_document').values({ ...key, version: sent.version, content_hash: contentHash, document: filed.id })
    .onConflict((conflict) => conflict.column('document').doUpdateSet({ version: sent.version, content_hash: contentHash })).execute()
  await noteFiles(context, filed.id, judged)
  return answerOf(filed)
}

/** @throws Refused unless the version is newer than the stored one and that one is not approved yet */
function refuseOld(known: { readonly version: number; readonly state: string }, version: number): void {
  if (version === known.version) throw at1('version', 'documents.inboundVersionChanged')
  if (version < known.version) throw at1('version', 'documents.inboundVersionOld', { n: known.version })
  if (known.state === 'completed') throw at1('sapDocNo', 'documents.inboundCompleted')
}

const answerOf = (
  { id, number, process }: { readonly id: string; readonly number: string; readonly process: { readonly status: keyof typeof stateCodes } },
): InboundAnswer => ({
  businessKey: id,
  businessNo: number,
  procInstId: id,
  state: stateCodes[process.status],
})

/** Serialises deliveries of one request or document by an advisory lock. */
const inOneLine = (db: Db, key: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`inbound ${key}`}, 0))`.execute(db)

const at1 = (field: string, code: string, parameters = {}): Refused => new Refused(code, parameters, [{ field, code, parameters }])

/** @throws Refused where the account may not represent the system, or the delivery names a target or host that is not allowed */
function refuseForeign({ systems, callbacks, attachmentHosts }: ServiceAccount,
  { sapSystem, client, callback, attachments }: Envelope): void {
  const problems: FieldProblem[] = []
  const system = systems.find(({ name }) => name === sapSystem)
  if (!system) problems.push({ field: 'sapSystem', code: 'documents.inboundSystem' })
  else if (!system.clients.includes(client)) problems.push({ field: 'client', code: 'documents.inboundSystem' })
  if (callback && !callbacks.includes(callback.target)) problems.push({ field: 'callback.target', code: 'documents.inboundCallback' })
  attachments.forEach(({ url }, index) => {
    if (!attachmentHosts.includes(new URL(url).host)) problems.push({ field: `attachments[${index}].url`, code: 'documents.inboundHost' })
  })
  if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
}

/** Converts a delivery to a value of the form, and finds the initiator. */
async function judge({ host, db }: DeliveryContext, form: Form,
  { sent }: Pick<Judged, 'sent'>): Promise<{ caller: Caller; value: FormValue }> {
  const organisation = await host.organisation(db)
  const initiator = [...organisation.users.values()].find(({ jobNumber }) => jobNumber === sent.initiatorJobNo)
  if (!initiator) throw at1('initiatorJobNo', 'documents.inboundInitiator')
  if (!initiator.enabled || initiator.departed) throw at1('initiatorJobNo', 'documents.inboundInitiatorLeft', { name: initiator.name })
  const caller = systemActingFor(organisation, initiator, form)
  const read = await readPayload(form, sent, { db, references: host.references, organisation,
    reader: { caller, departments: host.departments } })
  if (read.problems.length > 0) throw new Refused('error.invalidInput', {}, read.problems)
  const value = Object.fromEntries(Object.entries(ofEnvelope(sent, initiator, read.extra)).filter(([key]) => key in form.fields))
  return { caller, value: { ...read.value, ...value } }
}

/** Fields that are filled from the envelope, for every form. */
const ofEnvelope = (sent: Envelope, { departments }: Member, extra: readonly string[]): FormValue => ({
  sapDocNo: sent.sapDocNo,
  sapVersion: sent.version,
  requestId: sent.requestId,
  callbackTarget: sent.callback?.target ?? null,
  attachmentCount: sent.attachments.length,
  extra: extra.join('\n').slice(0, 8000) || null,
  title: sent.title,
  ...(sent.titleEn !== undefined && { titleEn: sent.titleEn }),
  applicantDept: departments[0] ?? null,
})

/** The caller of a delivery: the initiator with the rights of the other system, so that records named in the payload are readable. */
const systemActingFor = (organisation: Organisation, initiator: Member, form: Form): Caller => ({
  ...callerOf(organisation, initiator),
  admin: true,
  locale: 'cn',
  traceId: 'inbound',
  ip: '',
  permissions: new Set([formPermissions(form.key).add, otherSystem]),
})

/** Translates the paths of a refusal to those of the payload. */
async function withPaths<Result>(filing: Promise<Result>): Promise<Result> {
  try {
    return await filing
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw new Refused(error.code, error.parameters, error.fields.map((problem) => ({ ...problem, field: pathOf(problem.field) })))
  }
}

function pathOf(field: string): string {
  const row = /^items\.(\d+)\.(.+)$/.exec(field)
  if (row) return `items[${row[1]}].${row[2]}`
  if (field === 'attachmentCount') return 'attachments'
  return ['items', 'title', 'sapDocNo'].includes(field) ? field : field.startsWith('applicant') ? 'initiatorJobNo' : `header.${field}`
}

/** Schedules the files of the newest version; a job fetches them, so the document does not wait. */
async function noteFiles({ db, at }: DeliveryContext, document: string, { account, sent }: Judged): Promise<void> {
  await db.updateTable('inbound_file').set({ outcome: 'superseded' }).where('document', '=', document).where('outcome', 'is', null)
    .execute()
  if (sent.attachments.length === 0) return
  await db.insertInto('inbound_file').values(
    sent.attachments.map(({ name, url }) => ({ id: newId(), document, version: sent.version, account: account.id, name, url, attempts: 0,
      due_at: at, outcome: null })
    ),
  ).execute()
}

type Payload = Readonly<Record<string, unknown>>

/** Finds the records that a payload refers to. */
interface PayloadReader {
  readonly db: Db
  readonly references: References
  readonly organisation: Organisation
  readonly reader: ReferenceReader
}

/** A payload converted to values of a form. */
interface ReadPayload {
  readonly value: FormValue
  /** Entries without a field in the form, as `path: value` lines. */
  readonly extra: readonly string[]
  readonly problems: readonly FieldProblem[]
}

/** Whether a payload may fill a field: it is entered at the start, not at a node, and not computed. */
const isPushed = (field: FieldDefinition): boolean =>
  field.atNode === undefined && field.system !== true && field.value === undefined && field.kind !== 'calculated' &&
  field.kind !== 'attachment' && field.kind !== 'documentLink'

/** Reads the header and the items of a payload by the form's fields, without guessing missing values. */
async function readPayload(form: Form, { header, items }: { readonly header: Payload; readonly items: readonly Payload[] },
  by: PayloadReader): Promise<ReadPayload> {
  const head = await readFields(form.fields, header, { by, path: 'header.', plant: undefined })
  const plant = typeof header['plant'] === 'string' ? header['plant'] : undefined
  const columns = form.fields['items']?.columns ?? {}
  const rows = await Promise.all(items.map((item, index) => readFields(columns, item, { by, path: `items[${index}].`, plant })))
  const numbers = items.map(({ itemNo }) => itemNo)
  const repeated = numbers.flatMap((number, index): FieldProblem[] =>
    number !== undefined && numbers.indexOf(number) !== index
      ? [{ field: `items[${index}].itemNo`, code: 'documents.inboundItemRepeated' }]
      : []
  )
  return {
    value: { ...head.value, items: rows.map(({ value }, index) => ({ rowId: `item-${String(numbers[index] ?? index + 1)}`, ...value })) },
    extra: [...head.extra, ...rows.flatMap(({ extra }) => extra)],
    problems: [...head.problems, ...rows.flatMap(({ problems }) => problems), ...repeated],
  }
}

interface Reading {
  readonly by: PayloadReader
  readonly path: string
  readonly plant: string | undefined
}

async function readFields(fields: Fields, payload: Payload, reading: Reading): Promise<ReadPayload> {
  const pushed = Object.entries(fields).filter(([, field]) => isPushed(field) && field.kind !== 'table')
  const entries = await Promise.all(pushed.map(([key, field]) => readField(key, field, { payload, reading })))
  const known = new Set([...Object.keys(fields), ...entries.map(({ source }) => source)])
  const extra = Object.entries(payload).filter(([key, inner]) => !known.has(key) && inner !== null && inner !== '')
    .map(([key, inner]) => `${reading.path}${key}: ${typeof inner === 'string' ? inner : JSON.stringify(inner)}`)
  return {
    value: Object.fromEntries(entries.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]]))),
    extra,
    problems: entries.flatMap(({ problem }) => problem ?? []),
  }
}

interface ReadEntry {
  readonly key: string
  /** Key of the payload: a person field is read from its job number (`…JobNo`) where there is one. */
  readonly source: string
  readonly value?: unknown
  readonly problem?: FieldProblem
}

async function readField(key: string, field: FieldDefinition,
  { payload, reading }: { readonly payload: Payload; readonly reading: Reading }): Promise<ReadEntry> {
  const source = field.kind === 'person' && `${key}JobNo` in payload ? `${key}JobNo` : key
  const raw = payload[source] ?? undefined
  if (raw === undefined) return { key, source }
  const value: unknown = isStorable(raw) ? await readerOf(field)(raw, field, reading) : undefined
  return value === undefined ? { key, source, problem: { field: `${reading.path}${source}`, code: codeOf(field) } } : { key, source, value }
}

const codes: Partial<Record<FieldDefinition['kind'], string>> = { person: 'documents.inboundPerson', reference: 'documents.inboundRecord',
  department: 'documents.inboundRecord' }

const codeOf = ({ kind }: FieldDefinition): string => codes[kind] ?? 'documents.inboundType'

/** Returns whether PostgreSQL can store the value: texts without null characters. */
const isStorable = (raw: unknown): boolean => typeof raw !== 'string' || !raw.includes('\u0000')

const decimalText = /^-?\d{1,15}(\.\d{1,6})?$/

/** Reads the value of a field; undefined for invalid input. */
type ValueReader = (raw: unknown, field: FieldDefinition, reading: Reading) => unknown

const plainText: ValueReader = (raw) => (typeof raw === 'string' ? raw : undefined)

const quantity: ValueReader = (raw) => (typeof raw === 'number' && decimalText.test(String(raw)) ? String(raw) : undefined)

const yesNo: ValueReader = (raw) => ({ 1: true, 0: false })[typeof raw === 'string' ? raw : '']

const readerOf = ({ kind }: FieldDefinition): ValueReader => readers[kind] ?? plainText

const readers: Partial<Record<FieldDefinition['kind'], ValueReader>> = {
  integer: (raw) => (Number.isSafeInteger(raw) ? raw : undefined),
  number: quantity,
  percent: quantity,
  money: (raw) => (typeof raw === 'string' && decimalText.test(raw) ? raw : undefined),
  switch: yesNo,
  checkbox: yesNo,
  date: (raw) => (typeof raw === 'string' && isDate(raw) ? raw : undefined),
  datetime: (raw) => (typeof raw === 'string' && isDateTime(raw) ? raw : undefined),
  person: (raw, _, { by }) => [...by.organisation.users.values()].find(({ jobNumber }) => jobNumber !== null && jobNumber === raw)?.id,
  department: (raw, _, { by }) => [...by.organisation.groups.values()].find(({ id, code }) => code === raw || id === raw)?.id,
  reference: (raw, { to = '' }, reading) => (typeof raw === 'string' ? recordOf(to, raw, reading) : undefined),
}

/** The record with a code; of several, the one of the document's plant. */
async function recordOf(to: string, code: string,
  { by: { db, references, reader }, plant }: Pick<Reading, 'by' | 'plant'>): Promise<string | undefined> {
  const found = (await references.source(to)?.named?.(db, [code], reader)) ?? []
  const exact = found.filter((record) => record.code === code)
  return (exact.length > 1 ? exact.find((record) => (record as { factory?: unknown }).factory === plant) : exact[0])?.id
}
