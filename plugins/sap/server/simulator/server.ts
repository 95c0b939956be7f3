import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { services } from '../released-services/facts.ts'
import { errorText, jsonType, type Masters, type SimulatorAnswer, type SimulatorContext } from './answer.ts'
import { faultInput, Faults } from './faults.ts'
import { answerOData, type ODataRequest } from './odata.ts'
import { push, pushInput } from './push.ts'
import { SimulatorStore } from './store.ts'
import { elementOf, escapeXml, parseXml, type XmlElement } from '../protocols/xml.ts'

export interface SimulatorOptions {
  readonly user: string
  readonly password: string
  /** 0 takes a free one. */
  readonly port?: number
  /** Keeps what is committed across restarts; without it, in memory only. */
  readonly file?: string
  /** Idempotency window: time in which a repeated request gets the first answer, ms. @default 12 h */
  readonly window?: number
  /** Services without idempotency. */
  readonly unsupported?: readonly string[]
  /** Records that were there before, by service and set. */
  readonly masters?: Masters
  readonly random?: () => number
  /** False lets the process end while the server listens. @default true */
  readonly isAlone?: boolean
  /** The clock by which tokens and the idempotency window expire. */
  readonly now: () => Date
}

/** A simulator that runs. */
export interface Simulator {
  readonly url: string
  readonly store: SimulatorStore
  readonly faults: Faults
  close(): Promise<void>
}

const largest = 8_388_608
const hour = 3_600_000

/** Starts a simulated SAP system with OData services and SOAP functions, described by the services' facts. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const context: SimulatorContext = {
    store: new SimulatorStore(options.file),
    faults: new Faults(options.random),
    masters: options.masters ?? (() => Promise.resolve([])),
    window: options.window ?? 12 * hour,
    unsupported: options.unsupported ?? [],
    now: options.now,
    underWay: new Map(),
    sessions: new Map(),
  }
  const gate = new Gate(options)
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => handle(context, gate, { request, body }))
      .catch((error: unknown): SimulatorAnswer => ({ status: 500, body: String(error) }))
      .then((answer) => send(response, answer))
  })
  if (options.isAlone === false) server.unref()
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    store: context.store,
    faults: context.faults,
    close: () => new Promise((done) => void server.close(() => done()).closeAllConnections()),
  }
}

function send(response: ServerResponse, answer: SimulatorAnswer | undefined): void {
  if (!answer) return void response.socket?.destroy()
  response.writeHead(answer.status, { ...answer.headers } as Record<string, string | string[]>).end(answer.body)
}

interface Incoming {
  readonly request: IncomingMessage
  readonly body: string
}

async function handle(context: SimulatorContext, gate: Gate, { request, body }: Incoming): Promise<SimulatorAnswer | undefined> {
  const address = new URL(String(request.url), 'http://sap')
  const { headers } = request
  const method = String(request.method)
  const { pathname: path, searchParams: query } = address
  if (path.startsWith('/control/')) return control(context, gate, { method, path, body })
  if (path === '/oauth/token') return gate.token(headers.authorization)
  const words = `${method} ${decodeURIComponent(path + address.search)} ${body}`
  context.store.refresh()
  const disturbed = await disturb(context, gate, { words, isRead: method === 'GET' })
  if (disturbed !== 'goes on') return disturbed
  if (!gate.knows(headers.authorization))
    return { status: 401, headers: { 'www-authenticate': 'Basic realm="SAP NetWeaver Application Server"' } }
  if (path === '/sap/bc/soap/rfc') return answerSoap(context, { words, body, cookie: String(headers.cookie) })
  const service = serviceAt(path)
  return service
    ? inSession(context, gate, { service, method, path: path.slice(service.path.length + 1), query, headers, body, words })
    : { status: 404, headers: jsonType, body: errorText('005056A509B11EE1B9A8FEC11C21578E', 'Service not found') }
}

const serviceAt = (path: string) => [...services.values()].find((service) => `${path}/`.startsWith(`${service.path}/`))

/** A request to a service, with the csrf token that it brings or asks for. */
async function inSession(context: SimulatorContext, gate: Gate, request: ODataRequest): Promise<SimulatorAnswer | undefined> {
  const { headers, method } = request
  const token = headers['x-csrf-token']
  const refused = method === 'GET' ? undefined : gate.csrfRefusal(token, headers.cookie)
  if (refused) return refused
  const fetched = String(token ?? '').toLowerCase() === 'fetch' ? gate.session() : {}
  const answer = await answerOData(context, request)
  return answer && { ...answer, headers: { ...answer.headers, ...fetched } }
}

/** Faults before a request is processed: a delay, a closed connection, or a busy answer. */
async function disturb({ faults, store }: SimulatorContext, gate: Gate,
  { words, isRead }: { readonly words: string; readonly isRead: boolean }): Promise<SimulatorAnswer | 'goes on' | undefined> {
  if (faults.take(['expires'], words)) gate.expire()
  if (faults.take(['forgets'], words)) store.forget()
  const slow = faults.take(['slow'], words)
  if (slow) await wait(slow.ms)
  if (!isRead && faults.take(['cutsBefore'], words)) return undefined
  const busy = faults.take(isRead ? ['busy', 'throttled'] : ['busy', 'throttled', 'locked'], words)
  return busy ? busyAnswer(busy.kind, busy.retryAfter) : 'goes on'
}

const busyStatus: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  busy: [503, '/IWFND/CM_MGW/099', 'System is overloaded'],
  throttled: [429, '/IWFND/CM_MGW/100', 'Too many requests'],
  locked: [423, 'M3/024', 'Plant data of material is locked by BATCH01'],
}

const busyAnswer = (kind: string, retryAfter: number): SimulatorAnswer => {
  const [status, code, message] = busyStatus[kind] ?? [503, '', '']
  return { status, headers: { ...jsonType, 'retry-after': String(retryAfter) }, body: errorText(code, message) }
}

interface ControlRequest {
  readonly method: string
  readonly path: string
  readonly body: string
}

/** Calls by which a test or a person rules the simulator: outside of SAP's own paths and without its sign-in. */
function control(context: SimulatorContext, gate: Gate, { method, path, body }: ControlRequest): SimulatorAnswer | Promise<
  SimulatorAnswer
> {
  const { faults, store } = context
  const done: SimulatorAnswer = { status: 204 }
  const calls: Readonly<Record<string, () => SimulatorAnswer | Promise<SimulatorAnswer>>> = {
    'DELETE /control/faults': () => (faults.clear(), done),
    'POST /control/faults': () => addFault(context, body),
    'POST /control/push': () => pushed(body),
    'POST /control/forget': () => (store.forget(), done),
    'POST /control/expire': () => (gate.expire(), done),
  }
  const listed = /^\/control\/records\/(.+)$/.exec(path)?.[1]
  if (listed !== undefined) return recordsOfSet(store, decodeURIComponent(listed), { method, body })
  return calls[`${method} ${path}`]?.() ?? { status: 404 }
}

/** Lists the records of a set, or enters some that are there from now on. */
function recordsOfSet(store: SimulatorStore, set: string, { method, body }: Pick<ControlRequest, 'method' | 'body'>): SimulatorAnswer {
  if (method === 'GET')
    return { status: 200, headers: jsonType, body: JSON.stringify(store.records(set).map(({ values }) => values)) }
  const parsed = z.array(z.record(z.string(), z.unknown())).safeParse(safeJson(body))
  if (!parsed.success) return problemsOf(parsed.error)
  store.commit({ records: parsed.data.map((values) => ({ set, values })) })
  return { status: 204 }
}

function addFault({ faults }: SimulatorContext, body: string): SimulatorAnswer {
  const parsed = faultInput.safeParse(safeJson(body))
  if (!parsed.success) return problemsOf(parsed.error)
  faults.add(parsed.data)
  return { status: 204 }
}

/** Pushes documents to the product and says what it answered to each delivery. */
async function pushed(body: string): Promise<SimulatorAnswer> {
  const parsed = pushInput.safeParse(safeJson(body))
  if (!parsed.success) return problemsOf(parsed.error)
  return { status: 200, headers: jsonType, body: JSON.stringify(await push(parsed.data)) }
}

const problemsOf = (error: z.ZodError): SimulatorAnswer => ({ status: 400, headers: jsonType,
  body: JSON.stringify({ problems: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }) })

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The sign-in of the simulator: user and password, access tokens for them, and the csrf tokens of the sessions. */
class Gate {
  private readonly basic: string
  private readonly tokens = new Set<string>()
  private readonly csrf = new Map<string, string>()

  constructor({ user, password }: Pick<SimulatorOptions, 'user' | 'password'>) {
    this.basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  }

  knows(authorization: string | undefined): boolean {
    return authorization === this.basic || this.tokens.has((authorization ?? '').replace(/^Bearer /, ''))
  }

  token(authorization: string | undefined): SimulatorAnswer {
    if (authorization !== this.basic) return { status: 401, headers: jsonType, body: '{"error":"invalid_client"}' }
    const token = randomBytes(12).toString('hex')
    this.tokens.add(token)
    return { status: 200, headers: jsonType, body: JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3_600 }) }
  }

  expire(): void {
    this.tokens.clear()
    this.csrf.clear()
  }

  session(): Record<string, string | string[]> {
    const [session, token] = [randomBytes(8).toString('hex'), randomBytes(12).toString('base64url')]
    this.csrf.set(session, token)
    return { 'x-csrf-token': token, 'set-cookie': [`SAP_SESSIONID=${session}; path=/; HttpOnly`, 'sap-usercontext=sap-client=100; path=/'] }
  }

  csrfRefusal(token: string | readonly string[] | undefined, cookie: string | undefined): SimulatorAnswer | undefined {
    const [, session = ''] = /SAP_SESSIONID=([^;]+)/.exec(cookie ?? '') ?? []
    if (typeof token === 'string' && this.csrf.get(session) === token) return undefined
    return { status: 403, headers: { 'content-type': 'text/plain', 'x-csrf-token': 'Required' }, body: 'CSRF token validation failed' }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largest) throw new Error('too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const xmlType = { 'content-type': 'text/xml; charset=utf-8' } as const

const asset = 'BAPI/ASSET'

interface SoapRequest {
  readonly words: string
  readonly body: string
  readonly cookie: string
}

interface ReturnRow {
  readonly type: 'S' | 'E' | 'W'
  readonly id: string
  readonly number: string
  readonly message: string
  readonly parameter?: string
  readonly field?: string
}

/** Answers a function call; its changes are stored when its session commits. */
async function answerSoap(context: SimulatorContext, { words, body, cookie }: SoapRequest): Promise<SimulatorAnswer | undefined> {
  const called = functionIn(body)
  if (!called)
    return { status: 500, headers: xmlType,
      body: envelope('<soap:Fault><faultcode>Client</faultcode><faultstring>no function</faultstring></soap:Fault>') }
  const [, known = ''] = /sap-contextid=([^;]+)/.exec(cookie) ?? []
  const session = known === '' ? randomBytes(8).toString('hex') : known
  const answer = await perform(context, called, { session, words })
  if (called.name === 'BAPI_TRANSACTION_COMMIT' && context.faults.take(['losesAnswer'], words)) return undefined
  return { status: 200, headers: { ...xmlType, ...(known === '' && { 'set-cookie': `sap-contextid=${session}; path=/` }) },
    body: envelope(`<n0:${called.name}.Response xmlns:n0="urn:sap-com:document:sap:rfc:functions">${answer}</n0:${called.name}.Response>`) }
}

function functionIn(body: string): XmlElement | undefined {
  try {
    return elementOf(parseXml(body), 'Body')?.children[0]
  } catch {
    return undefined
  }
}

async function perform(context: SimulatorContext, called: XmlElement,
  { session, words }: { readonly session: string; readonly words: string }): Promise<string> {
  if (called.name === 'BAPI_FIXEDASSET_CREATE1') return createAsset(context, called, { session, words })
  if (called.name === 'BAPI_FIXEDASSET_GETLIST') return listAssets(context, called)
  if (called.name === 'BAPI_TRANSACTION_COMMIT') {
    context.sessions.get(session)?.()
    context.sessions.delete(session)
    return `<RETURN/>`
  }
  if (called.name === 'BAPI_TRANSACTION_ROLLBACK') {
    context.sessions.delete(session)
    return '<RETURN/>'
  }
  return returnOf({ type: 'E', id: 'FL', number: '046', message: `Function module ${called.name} not found` })
}

async function createAsset(context: SimulatorContext, called: XmlElement,
  { session, words }: { readonly session: string; readonly words: string }): Promise<string> {
  const text = (name: string) => elementOf(called, name)?.text ?? ''
  const errors = await errorsOf(context, text, words)
  if (errors.length > 0) return errors.map(returnOf).join('')
  if (text('TESTRUN') === 'X') return returnOf({ type: 'S', id: 'AA', number: '669', message: 'Test run without errors' })
  const number = context.store.next('ASSET', 100_000)
  const name = String(number).padStart(12, '0')
  const values = { ASSET: name, SUBNUMBER: '0000', NOTE: text('NOTE'), ASSETCLASS: text('ASSETCLASS'), DESCRIPT: text('DESCRIPT'),
    __range: 'ASSET', __number: number }
  context.sessions.set(session, () => context.store.commit({ records: [{ set: asset, values }] }))
  const created = returnOf({ type: 'S', id: 'AA', number: '016', message: `Asset ${name} 0000 created` })
  return `<ASSET>${name}</ASSET><SUBNUMBER>0000</SUBNUMBER>${created}`
}

async function errorsOf(context: SimulatorContext, text: (name: string) => string, words: string): Promise<readonly ReturnRow[]> {
  const fault = context.faults.take(['refuses'], words)
  const centres = await context.masters('API_COSTCENTER_SRV/A_CostCenter')
  const isUnknown = centres.length > 0 && !centres.some(({ CostCenter }) => [CostCenter, ''].includes(text('COSTCENTER')))
  return [
    ...(text('ASSETCLASS') === '' ? [errorRow('AA 001', 'Enter an asset class', 'GENERALDATA/ASSETCLASS')] : []),
    ...(isUnknown ? [errorRow('KI 265', `Cost center 1000/${text('COSTCENTER')} does not exist`, 'TIMEDEPENDENTDATA/COSTCENTER')] : []),
    ...(fault ? [errorRow(fault.code.replace('/', ' '), fault.message, `GENERALDATA/${fault.property ?? 'ASSETCLASS'}`)] : []),
  ]
}

function errorRow(code: string, message: string, place: string): ReturnRow {
  const [[id = '', number = ''], [parameter = '', field = '']] = [code.split(' '), place.split('/')]
  return { type: 'E', id, number, message, parameter, field }
}

function listAssets({ store }: SimulatorContext, called: XmlElement): string {
  const [field, low] = ['FIELD', 'LOW'].map((name) => elementOf(called, name)?.text ?? '')
  const rows = store.records(asset).filter(({ values }) => values[field ?? ''] === low)
  return `<GENERALDATA>${
    rows.map(({ values }) => `<item><ASSET>${String(values['ASSET'])}</ASSET><SUBNUMBER>0000</SUBNUMBER></item>`).join('')
  }</GENERALDATA><RETURN/>`
}

const returnOf = ({ type, id, number, message, parameter = '', field = '' }: ReturnRow): string =>
  `<RETURN><TYPE>${type}</TYPE><ID>${escapeXml(id)}</ID><NUMBER>${escapeXml(number)}</NUMBER><MESSAGE>${escapeXml(message)}</MESSAGE>` +
  `<LOG_NO/><LOG_MSG_NO>000000</LOG_MSG_NO><PARAMETER>${parameter}</PARAMETER><ROW>0</ROW><FIELD>${escapeXml(field)}</FIELD></RETURN>`

const envelope = (content: string): string =>
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
  `<soap:Body>${content}</soap:Body></soap:Envelope>`
