import type { Env } from '#server/env.ts'
import type { PostedReference, PostingCheck, PostingOutcome, SentLine, PostingDetail } from '#server/postings/posting.ts'
import type { OutboundAnswer } from '#server/outbound/outbound.ts'
import { SapFailure } from './failure.ts'
import { type BapiInterface, type BomInterface, entryOf, interfaces, nameOfInterface, type SapInterface, type ServiceInterface,
  type Source } from './interfaces.ts'
import { connectionTo, type SapDestination, sapDestination } from './protocols/destination.ts'
import { checkBillChanges, postBillChanges } from './protocols/bill-of-material.ts'
import { callFunction, changeRecords, checkRecord, listRecords, type ODataPosting, postRecord, storedReference } from './protocols/odata.ts'
import { failureOutcome, refusalBy } from './protocols/answers.ts'
import { referenceOf } from './protocols/payload.ts'
import { releaseRequisition } from './protocols/requisition-release.ts'
import type { UnitCodes } from './units.ts'
import { elementOf, escapeXml, parseXml, type XmlElement } from './protocols/xml.ts'

/** The setting by which a posting goes to the gateway although a system is set up. */
const gateway = 'gateway'

/**
 * The interface by which a call is posted to the system of the settings; undefined where it goes to the gateway.
 * @param by call whose setting decides; a reading may use the interface of a posting
 */
export function interfaceOf(env: Env, call: string, by = call):
  | { readonly destination: SapDestination; readonly taken: SapInterface }
  | undefined {
  const destination = sapDestination(env)
  const [first, ...others] = interfaces[call] ?? []
  const chosen = destination?.chosen[by]
  if (!destination || !first || chosen === gateway) return undefined
  return { destination, taken: [first, ...others].find((one) => nameOfInterface(one) === chosen) ?? first }
}

const postingTo = (destination: SapDestination, { at, units }: Sending): ODataPosting => ({ connection: connectionTo(destination), at,
  units, companyCode: destination.companyCode })

interface Sending {
  readonly env: Env
  readonly at: Date
  readonly units: UnitCodes
}

/** Posts a line by its interface; undefined where it goes to the gateway. */
export async function postBySystem(sending: Sending, call: string, line: SentLine): Promise<PostingOutcome | undefined> {
  const found = interfaceOf(sending.env, call)
  if (!found) return undefined
  const { taken, destination } = found
  const posting = postingTo(destination, sending)
  try {
    return await postBy(posting, taken, line)
  } catch (error) {
    if (!(error instanceof SapFailure)) throw error
    // without a connection nothing was begun; of an earlier attempt that is not known yet
    if (error.kind === 'apart' && line.attempts === 1) return { outcome: 'busy', message: error.text }
    return { outcome: 'unknown', ...(error.text !== '' && { message: error.text }) }
  }
}

function postBy(posting: ODataPosting, taken: SapInterface, line: SentLine): Promise<PostingOutcome> {
  if ('bapi' in taken) return postBapi(posting, taken, line)
  if ('changes' in taken) return changeRecords(posting, taken, line)
  if ('bomItems' in taken) return postBillChanges(posting, taken, line)
  if ('releases' in taken) return releaseRequisition(posting, taken, line)
  return 'call' in taken ? callFunction(posting, taken, line) : postRecord(posting, taken, line)
}

/** Returns whether a call is judged without writing: by the system of the settings, or by the facts of its service alone. */
export function isJudging(env: Env, call: string): boolean {
  const taken = interfaceOf(env, call)?.taken
  if (taken === undefined) return false
  return 'bomItems' in taken || ('bapi' in taken && taken.testRun !== undefined) || 'set' in taken
}

/** Returns whether the system is asked to judge a call; otherwise the facts of its service suffice. */
export function isAskedToJudge(env: Env, call: string): boolean {
  const taken = interfaceOf(env, call)?.taken
  if (taken === undefined || !('set' in taken)) return taken !== undefined
  return taken.onlyValidates !== undefined
}

/** Has the system judge a line; undefined where it goes to the gateway, or the interface judges nothing. */
export async function checkBySystem(sending: Sending, call: string,
  line: Pick<SentLine, 'key' | 'body' | 'prior'>): Promise<PostingCheck | undefined> {
  const found = interfaceOf(sending.env, call)
  if (!found) return undefined
  try {
    return await checkBy(postingTo(found.destination, sending), found.taken, line)
  } catch (error) {
    if (error instanceof SapFailure) return { outcome: 'unavailable' }
    throw error
  }
}

async function checkBy(posting: ODataPosting, taken: SapInterface,
  line: Pick<SentLine, 'key' | 'body' | 'prior'>): Promise<PostingCheck | undefined> {
  if ('bomItems' in taken) return checkBillChanges(posting, taken, line)
  if ('bapi' in taken) return checkBapi(posting, taken, line)
  return 'set' in taken ? checkRecord(posting, taken, line) : undefined
}

/** The records that the system has under references of ours; empty where the interface lists none. @throws SapFailure */
export async function listBySystem({ env }: Pick<Sending, 'env'>, call: string, prefix: string): Promise<readonly PostedReference[]> {
  const found = interfaceOf(env, call)
  const listed = found && listedAs(found.taken)
  return found && listed ? listRecords({ connection: connectionTo(found.destination) }, listed, prefix) : []
}

/** Our reference for a key as the system keeps it; undefined where the interface keeps none. */
export function referenceBySystem(env: Env, call: string, key: string): string | undefined {
  const found = interfaceOf(env, call)
  const listed = found && listedAs(found.taken)
  return listed && storedReference(listed, key)
}

/** Set, reference and number of the records that an interface writes. Items of one change of bills share its change number. */
function listedAs(taken: SapInterface): ServiceInterface | undefined {
  if ('set' in taken) return taken
  return 'bomItems' in taken ? itemsOfBills(taken) : undefined
}

const itemsOfBills = ({ service, bomItems: set }: BomInterface): ServiceInterface => ({ service, set, properties: {},
  lookup: { property: 'BOMItemText2', key: 'EngineeringChangeDocument' }, number: ['EngineeringChangeDocument'] })

const endpoint = '/sap/bc/soap/rfc'

const namespace = 'urn:sap-com:document:sap:rfc:functions'

type Fields = Readonly<Record<string, string>>

type Parameters = Readonly<Record<string, string | Fields | readonly Fields[]>>

/** Posts through a function of the application server and commits it in the same session; repeated, it is looked up first. */
async function postBapi(posting: ODataPosting, taken: BapiInterface, line: SentLine): Promise<PostingOutcome> {
  const { parameters, problems } = parametersOf(posting, taken, line)
  if (problems.length > 0) return refusalBy(problems)
  const found = line.attempts > 1 ? await lookup(posting, taken, line.key) : undefined
  if (found !== undefined) return { outcome: 'posted', number: found }
  const session = posting.connection.alone()
  const answer = await session.send(callOf(taken.bapi, parameters))
  const result = resultOf(answer, taken.bapi)
  if (!result) return failureOutcome(answer, { placeOf: () => ({}), at: posting.at })
  const errors = errorsIn(result, taken)
  if (errors.length === 0) return commit(session, taken, numberIn(result, taken.number))
  await session.send(callOf('BAPI_TRANSACTION_ROLLBACK', {}))
  return refusalBy(errors)
}

/** Commits what the session has done; a refusal by the update task comes with the commit. */
async function commit(session: ReturnType<ODataPosting['connection']['alone']>, taken: BapiInterface,
  number: string | undefined): Promise<PostingOutcome> {
  const result = resultOf(await session.send(callOf('BAPI_TRANSACTION_COMMIT', { WAIT: 'X' })), 'BAPI_TRANSACTION_COMMIT')
  if (!result || number === undefined) return { outcome: 'unknown' }
  const errors = errorsIn(result, taken)
  return errors.length > 0 ? refusalBy(errors) : { outcome: 'posted', number }
}

const errorsIn = (result: XmlElement, taken: BapiInterface) => returned(result, taken).filter(({ severity }) => severity === 'error')

/** Has SAP judge a line in a test run. */
async function checkBapi(posting: ODataPosting, taken: BapiInterface,
  line: Pick<SentLine, 'key' | 'body' | 'prior'>): Promise<PostingCheck> {
  const { parameters, problems } = parametersOf(posting, taken, line)
  if (problems.length > 0 || taken.testRun === undefined) return { outcome: 'checked', details: problems }
  const result = resultOf(await posting.connection.alone().send(callOf(taken.bapi, { ...parameters, [taken.testRun]: 'X' })), taken.bapi)
  return result ? { outcome: 'checked', details: returned(result, taken) } : { outcome: 'unavailable' }
}

/** @throws SapFailure where SAP does not say */
async function lookup({ connection }: ODataPosting, { lookup: how, structures }: BapiInterface, key: string): Promise<string | undefined> {
  const max = structures[how.parameter]?.[how.field]?.[1] ?? 40
  const answer = await connection.alone().send(
    callOf(how.bapi, { MAXENTRIES: '2',
      SELECTIONCRITERIA: [{ PARAMETER: how.parameter, FIELD: how.field, SIGN: 'I', OPTION: 'EQ', LOW: referenceOf(key, max) }] }),
  )
  const result = resultOf(answer, how.bapi)
  if (!result) throw new SapFailure('mute', '', new Error(`HTTP ${answer.status}`))
  const row = elementOf(result, how.table)?.children[0]
  return row && numberIn(row, how.number)
}

/** The parameters of a function, and values that do not fit. */
function parametersOf({ companyCode, units }: ODataPosting, { structures }: BapiInterface, { key, body }: Pick<SentLine, 'key' | 'body'>) {
  const problems: PostingDetail[] = []
  const entries = typeof body === 'object' && body !== null ? body as Readonly<Record<string, unknown>> : {}
  const refuse = (code: string, field: string): string => {
    problems.push({ severity: 'error', code, message: '', field })
    return ''
  }
  const own = (source: Source, max: number): string => (source === '@reference' ? referenceOf(key, max) : (companyCode ?? ''))
  const unit = (text: string, field: string): string => text === '' ? '' : (units.toSap(text) ?? refuse('noUnit', field))
  const value = (source: Source, max: number): string => {
    const field = entryOf(source)
    if (field === undefined) return own(source, max)
    const text = textOf(entries[field])
    if (typeof source === 'object') return source.isUnit ? unit(text, field) : text.slice(source.from ?? 0, (source.from ?? 0) + max)
    return text.length > max ? refuse('tooLong', field) : text
  }
  const filled = Object.entries(structures).map(([name, fields]) =>
    [name, Object.fromEntries(
      Object.entries(fields).map(([field, [source, max]]) => [field, value(source, max)]).filter(([, text]) => text !== ''),
    )] as const
  )
  return { problems, parameters: Object.fromEntries(filled.filter(([, fields]) => Object.keys(fields).length > 0)) }
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The request that calls a function. */
function callOf(name: string, parameters: Parameters) {
  const fields = (row: Fields) => Object.entries(row).map(([field, text]) => `<${field}>${escapeXml(text)}</${field}>`).join('')
  const content = Object.entries(parameters).map(([parameter, value]) => {
    const inner = typeof value === 'string'
      ? escapeXml(value)
      : Array.isArray(value)
      ? value.map((row: Fields) => `<item>${fields(row)}</item>`).join('')
      : fields(value as Fields)
    return `<${parameter}>${inner}</${parameter}>`
  }).join('')
  const body = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>` +
    `<n0:${name} xmlns:n0="${namespace}">${content}</n0:${name}></soap:Body></soap:Envelope>`
  return { method: 'POST' as const, path: endpoint, body,
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `${namespace}:${name}`, accept: 'text/xml' } }
}

/** The response element of a function; undefined for a fault, or where the answer is none. */
function resultOf({ status, body }: OutboundAnswer, name: string): XmlElement | undefined {
  if (status !== 200) return undefined
  try {
    return elementOf(parseXml(body.toString('utf8')), `${name}.Response`)
  } catch {
    return undefined
  }
}

const severities: Readonly<Record<string, PostingDetail['severity']>> = { E: 'error', A: 'error', X: 'error', W: 'warning' }

/** The messages of a function (BAPIRET2), one or a table of them. */
function returned(result: XmlElement, { structures }: BapiInterface): readonly PostingDetail[] {
  const table = elementOf(result, 'RETURN')
  if (!table) return []
  const rows = table.children.some(({ name }) => name === 'item') ? table.children : [table]
  return rows.map((row) => {
    const text = (name: string) => row.children.find((child) => child.name === name)?.text.trim() ?? ''
    const source = structures[text('PARAMETER')]?.[text('FIELD')]?.[0]
    const field = source === undefined ? undefined : entryOf(source)
    const place = Number(text('ROW'))
    return { severity: severities[text('TYPE')] ?? 'information' as const, code: [text('ID'), text('NUMBER')].filter(Boolean).join(' '),
      message: text('MESSAGE').slice(0, 500), ...(place > 0 && { row: place - 1 }), ...(field !== undefined && { field }) }
  }).filter(({ code, message }) => code !== '' || message !== '')
}

function numberIn(element: XmlElement, names: readonly string[]): string | undefined {
  const parts = names.map((name) => elementOf(element, name)?.text.trim() ?? '')
  return parts[0] ? parts.filter(Boolean).join('/') : undefined
}
