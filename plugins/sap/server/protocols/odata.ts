import { createHash } from 'node:crypto'
import { z } from 'zod'
import { bilingual } from '#kernel/wording/names.ts'
import type { OutboundAnswer } from '#server/outbound/outbound.ts'
import type { PostedReference, PostingCheck, PostingOutcome, SentLine } from '#server/postings/posting.ts'
import { SapFailure } from '../failure.ts'
import type { ChangeInterface, FunctionInterface, ServiceInterface } from '../interfaces.ts'
import { type PropertyFacts, type ServiceFacts, serviceOf, setOf } from '../released-services/facts.ts'
import { errorDetails, failureOutcome, lineOf, type PlaceOf, refusalBy, successDetails } from './answers.ts'
import type { UnitCodes } from '../units.ts'
import { headerOf, jsonOf, type SapConnection } from './destination.ts'
import { type Content, payloadOf, placeOf, referenceOf, type SapRecord } from './payload.ts'

/** A posting through a service: the connection, and what is sent. */
export interface ODataPosting {
  readonly connection: SapConnection
  readonly at: Date
  readonly companyCode: string | undefined
  readonly units: UnitCodes
}

/** Returns the request id of a key: 32 hexadecimal digits, the same for every repetition. */
export const requestIdOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32).toUpperCase()

/** Headers for idempotent requests at SAP's gateway. */
export const repeatabilityHeaders = ({ key, createdAt }: Pick<SentLine, 'key' | 'createdAt'>): Record<string, string> => ({
  RequestID: requestIdOf(key),
  RepeatabilityCreation: createdAt.toISOString().replace(/\.\d+Z$/, 'Z'),
})

/** Posts a line once: repeated, it is looked up by our reference first. */
export async function postRecord(posting: ODataPosting, taken: ServiceInterface, line: SentLine): Promise<PostingOutcome> {
  const updated = await updateNamed(posting, taken, contentOf(posting, line))
  if (updated) return updated
  const payload = payloadOf(taken, contentOf(posting, line))
  if (payload.problems.length > 0) return refusalBy(payload.problems)
  const found = line.attempts > 1 ? await lookup(posting, taken, line.key) : undefined
  if (found !== undefined) return { outcome: 'posted', number: found }
  const places: PlaceOf = (target) => placeOf(taken, payload, target)
  const answer = await create(posting, taken, { record: payload.record, headers: repeatabilityHeaders(line) })
  if (!isSuccess(answer)) return failureOutcome(answer, { placeOf: places, at: posting.at })
  return isForOther(answer, taken, payload.record) ? { outcome: 'unknown', message: otherAnswer } : postedBy(answer, taken, places)
}

const otherAnswer = bilingual({ cn: 'SAP返回的是另一笔过账的结果', en: 'SAP answered for another posting' })

/** Returns whether an answer has another reference than was sent; one without a reference is taken for ours. */
function isForOther(answer: OutboundAnswer, { set, lookup: { set: other = set, property } }: ServiceInterface, sent: SapRecord): boolean {
  const [theirs, ours] = other === set ? [recordIn(answer)[property], sent[property]] : []
  return typeof theirs === 'string' && theirs !== '' && theirs !== ours
}

/** Returns whether an answer is one of success. */
export const isSuccess = ({ status }: Pick<OutboundAnswer, 'status'>): boolean => status >= 200 && status <= 299

/** The number in a successful answer; unknown outcome without one. */
function postedBy(answer: OutboundAnswer, { number: properties }: Pick<ServiceInterface, 'number'>, places: PlaceOf): PostingOutcome {
  const number = numberIn(recordIn(answer), properties)
  if (number === undefined) return { outcome: 'unknown' }
  const said = successDetails(answer, places).filter(({ severity }) => severity !== 'information').map(lineOf).join('\n')
  return { outcome: 'posted', number, ...(said !== '' && { message: said.slice(0, 500) }) }
}

/** The content of a line for a payload. */
export const contentOf = ({ companyCode, units }: ODataPosting,
  { key, body, prior }: Pick<SentLine, 'key' | 'body' | 'prior'>): Content => ({ key, prior, companyCode, units,
    body: typeof body === 'object' && body !== null ? body as Content['body'] : {} })

/** Creates a record. */
function create({ connection }: ODataPosting, taken: ServiceInterface,
  { record, headers }: { readonly record: SapRecord; readonly headers: Record<string, string> }): Promise<OutboundAnswer> {
  const { path } = serviceOf(taken.service)
  return connection.change(path, { method: 'POST', path: `${path}/${taken.set}`, body: JSON.stringify(record),
    headers: { ...json, ...headers } })
}

const json = { 'content-type': 'application/json', accept: 'application/json' } as const

/** Has SAP judge a line without writing it. */
export async function checkRecord(posting: ODataPosting, taken: ServiceInterface,
  line: Pick<SentLine, 'key' | 'body' | 'prior'>): Promise<PostingCheck> {
  const payload = payloadOf(taken, contentOf(posting, line))
  const { onlyValidates } = taken
  if (payload.problems.length > 0 || onlyValidates === undefined) return { outcome: 'checked', details: payload.problems }
  const places: PlaceOf = (target) => placeOf(taken, payload, target)
  const answer = await create(posting, taken, { record: { ...payload.record, [onlyValidates]: true }, headers: {} })
  if (isSuccess(answer)) return { outcome: 'checked', details: successDetails(answer, places) }
  const { outcome } = failureOutcome(answer, { placeOf: places, at: posting.at })
  return outcome === 'refused' ? { outcome: 'checked', details: errorDetails(answer, places) } : { outcome: 'unavailable' }
}

/** The number under which SAP has a line already; undefined where it has none. @throws SapFailure where SAP does not say */
async function lookup({ connection }: ODataPosting, taken: ServiceInterface, key: string): Promise<string | undefined> {
  const service = serviceOf(taken.service)
  const { set: name = taken.set, property } = taken.lookup
  const max = setOf(service, name).properties.get(property)?.max ?? 40
  const reference = referenceOf(key, max)
  const rows = await readRows({ connection }, service, name, { filter: `${property} eq ${quoted(reference)}`, top: 2 })
  // a server that does not know the filter answers with records of others
  const row = rows.find((one) => one[property] === undefined || one[property] === reference)
  if (!row && rows.length > 0) throw new SapFailure('mute', otherAnswer)
  return row && numberIn(row, taken.number.filter((part) => part in row))
}

/** Records with references of ours that begin with a prefix. @throws SapFailure */
export async function listRecords({ connection }: Pick<ODataPosting, 'connection'>, taken: ServiceInterface,
  prefix: string): Promise<readonly PostedReference[]> {
  const service = serviceOf(taken.service)
  const { set: name = taken.set, property } = taken.lookup
  const filter = prefix === '' ? `${property} ne ''` : startsWith(property, prefix)
  const found = new Map<string, PostedReference>()
  for (let skip = 0; skip < most; skip += pageSize) {
    const rows = await readRows({ connection }, service, name, { filter, top: pageSize, skip })
    for (const row of rows) {
      const number = numberIn(row, taken.number.filter((part) => part in row))
      const reference = row[property]
      if (number !== undefined && typeof reference === 'string') found.set(`${reference} ${number}`, { reference, number })
    }
    if (rows.length < pageSize) break
  }
  return [...found.values()]
}

/** Our reference for a key as the record has it. */
export function storedReference(taken: ServiceInterface, key: string): string {
  const { set = taken.set, property } = taken.lookup
  return referenceOf(key, setOf(serviceOf(taken.service), set).properties.get(property)?.max ?? 40)
}

const pageSize = 200
/** More records than a comparison reads of one interface. */
const most = 20_000

/** A text as filters and keys write it. */
export const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`
const startsWith = (property: string, prefix: string): string => `startswith(${property},${quoted(prefix)})`

interface Selection {
  readonly filter?: string
  readonly top: number
  readonly skip?: number
  readonly expand?: string
}

const rowsV2 = z.object({
  d: z.union([z.object({ results: z.array(z.record(z.string(), z.unknown())) }), z.array(z.record(z.string(), z.unknown()))]),
})
const rowsV4 = z.object({ value: z.array(z.record(z.string(), z.unknown())) })

/** Reads records of a set. @throws SapFailure `missing` for a service that is not there, else `mute` */
export async function readRows({ connection }: Pick<ODataPosting, 'connection'>, service: ServiceFacts, set: string,
  { filter, top, skip = 0, expand }: Selection): Promise<readonly SapRecord[]> {
  const query = Object.entries({ $filter: filter, $top: String(top), $skip: skip === 0 ? undefined : String(skip), $expand: expand,
    $format: 'json' }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`])).join('&')
  const answer = await connection.read(service.path, `${service.path}/${set}?${query}`)
  if (answer.status !== 200) throw failureOfReading(answer)
  const content = jsonOf(answer)
  const parsed = service.protocol === 'odata2' ? rowsV2.safeParse(content) : rowsV4.safeParse(content)
  if (!parsed.success) throw new SapFailure('mute', '', parsed.error)
  if ('value' in parsed.data) return parsed.data.value
  return Array.isArray(parsed.data.d) ? parsed.data.d : parsed.data.d.results
}

function failureOfReading(answer: OutboundAnswer): SapFailure {
  const [first] = errorDetails(answer, () => ({}))
  if (answer.status === 404) return new SapFailure('missing', first?.message)
  if ([423, 429, 503].includes(answer.status)) return new SapFailure('busy', first?.message ?? `HTTP ${answer.status}`)
  return new SapFailure('mute', '', new Error(`HTTP ${answer.status}`))
}

/** Changes a record with its ETag; reads it again once after a concurrent change. */
export async function updateRecord({ connection, at }: ODataPosting, service: ServiceFacts,
  { path, change, number }: { readonly path: string; readonly change: SapRecord; readonly number: string }): Promise<PostingOutcome> {
  const places = { placeOf: () => ({}), at }
  for (let attempt = 0;; attempt += 1) {
    const read = await connection.read(service.path, `${service.path}/${path}`)
    if (read.status !== 200) return failureOutcome(read, places)
    const answer = await connection.change(service.path, { method: 'PATCH', path: `${service.path}/${path}`, body: JSON.stringify(change),
      headers: { ...json, 'if-match': etagOf(read) } })
    if (isSuccess(answer)) return { outcome: 'posted', number }
    if (answer.status !== 412 || attempt > 0) return failureOutcome(answer, places)
  }
}

/** Changes the record that the body names; undefined where it names none. A repetition writes the same again. */
async function updateNamed(posting: ODataPosting, { service: name, set, updates }: ServiceInterface,
  content: Content): Promise<PostingOutcome | undefined> {
  const named = updates && content.body[updates.entry]
  if (!updates || typeof named !== 'string' || named === '') return undefined
  const service = serviceOf(name)
  const { record: change, problems } = payloadOf({ service: name, set, properties: updates.properties, lookup: { property: '', key: '' },
    number: [] }, content)
  if (problems.length > 0) return refusalBy(problems)
  return updateRecord(posting, service, { path: `${set}(${encodeURIComponent(quoted(named))})`, change, number: named })
}

/** Changes every record of a number, one after the other; the first that is refused ends it, and a repetition begins anew. */
export async function changeRecords(posting: ODataPosting, { service: name, changes, by, change }: ChangeInterface,
  line: SentLine): Promise<PostingOutcome> {
  const service = serviceOf(name)
  const { number } = z.object({ number: z.string() }).catch({ number: '' }).parse(line.body)
  const rows = await readRows(posting, service, changes, { filter: `${by} eq ${quoted(number)}`, top: pageSize })
  if (rows.length === 0) return { outcome: 'refused', message: `E  ${by} ${number} not found`, details: [] }
  for (const row of rows) {
    const key = setOf(service, changes).keys.map((property) => `${property}=${quoted(z.string().catch('').parse(row[property]))}`).join(',')
    const outcome = await updateRecord(posting, service, { path: `${changes}(${encodeURIComponent(key)})`, change, number })
    if (outcome.outcome !== 'posted') return outcome
  }
  return { outcome: 'posted', number }
}

/** The ETag of a record: of the answer, or of its metadata. */
function etagOf(answer: OutboundAnswer): string {
  const header = headerOf(answer, 'etag')
  if (header !== '') return header
  const metadata = z.object({ etag: z.string() }).safeParse(recordIn(answer)['__metadata']).data
  return metadata?.etag ?? '*'
}

/** Calls a function that takes a posted document back. */
export async function callFunction({ connection, at }: ODataPosting, taken: FunctionInterface, line: SentLine): Promise<PostingOutcome> {
  const { path } = serviceOf(taken.service)
  const number = z.object({ number: z.string() }).catch({ number: '' }).parse(line.body).number
  const answer = await connection.change(path, { method: 'POST',
    path: `${path}/${taken.call}?${parametersOf(taken, number, line.createdAt)}`,
    headers: { accept: 'application/json', ...repeatabilityHeaders(line) } })
  if (isSuccess(answer)) return postedBy(answer, taken, () => ({}))
  const failed = failureOutcome(answer, { placeOf: () => ({}), at })
  // a repetition after a lost answer is refused because the document is cancelled already
  const isDone = failed.outcome === 'refused' && line.attempts > 1 && failed.code === 'M7 324'
  return isDone ? { outcome: 'posted', number, message: failed.message } : failed
}

function parametersOf({ service, call, parameters, day }: FunctionInterface, number: string, at: Date): string {
  const facts = serviceOf(service).functions.get(call)
  const parts = number.split('/')
  const values = { ...Object.fromEntries(parameters.map((name, index) => [name, parts[index] ?? ''])),
    [day]: at.toISOString().slice(0, 10) }
  return Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(literal(facts?.get(name), value))}`).join('&')
}

/** A value as the parameters of functions and the keys of records write it. */
export function literal(facts: Pick<PropertyFacts, 'type'> | undefined, value: string): string {
  if (facts?.type === 'date') return `datetime'${value}T00:00:00'`
  if (facts?.type === 'decimal') return `${value}M`
  return facts?.type === 'guid' ? `guid${quoted(value)}` : quoted(value)
}

/** The record of an answer; functions wrap it into their own name. */
function recordIn(answer: Pick<OutboundAnswer, 'body'>): SapRecord {
  const content = jsonOf(answer)
  const record = z.union([z.object({ d: z.record(z.string(), z.unknown()) }).transform(({ d }) => d), z.record(z.string(), z.unknown())])
    .safeParse(content).data ?? {}
  const [only, ...others] = Object.values(record)
  const isWrapped = others.length === 0 && typeof only === 'object' && only !== null && !Array.isArray(only)
  return isWrapped ? only as SapRecord : record
}

/** The number of a document by the properties that make it; undefined where one is missing. */
function numberIn(record: SapRecord, properties: readonly string[]): string | undefined {
  const parts = properties.map((name) => record[name])
  const isWhole = parts.length > 0 && parts.every((part) => typeof part === 'string' && part !== '')
  return isWhole ? parts.join('/').slice(0, 60) : undefined
}
