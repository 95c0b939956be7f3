import type { Env } from '#server/env.ts'
import { outbound, OutboundFailure, type Outbound, type OutboundAnswer } from '#server/outbound/outbound.ts'
import { systemClock } from '#server/system-clock.ts'
import { z } from 'zod'
import { notConnectedBy, SapFailure } from '../failure.ts'
import { certificateRefusal } from './own-certificate.ts'

/** Authentication at the system. */
export type SapSignIn =
  | { readonly user: string; readonly password: string }
  | { readonly tokenUrl: string; readonly clientId: string; readonly clientSecret: string }
  | { readonly certificate: string; readonly privateKey: string }

/** A SAP system that is spoken to in its own protocols. */
export interface SapDestination {
  /** Base address, without a slash at its end. */
  readonly url: string
  readonly signIn: SapSignIn
  /** The client of the system, three digits. */
  readonly client?: string | undefined
  /** The language of its messages, two letters. */
  readonly language?: string | undefined
  readonly companyCode?: string | undefined
  /** Interfaces that the settings choose, by the name of the call. */
  readonly chosen: Readonly<Record<string, string>>
}

/** Systems used where the settings name none, by product. */
const offered = new WeakMap<Env, SapDestination>()

/**
 * Registers the demo company's system, which is used where the settings name none. @returns a function that removes it, unless another one
 * has replaced it
 */
export function offerSapSystem(env: Env, destination: SapDestination): () => void {
  offered.set(env, destination)
  return () => void (offered.get(env) === destination && offered.delete(env))
}

/** The system that postings go to; undefined where none is set up. */
export const sapDestination = (env: Env): SapDestination | undefined => env.sapSystem ?? offered.get(env)

/** Seconds before its end from which an access token is not used any more. */
const margin = 30

const token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().default(300) })

interface AccessToken {
  readonly text: string
  readonly until: number
}

/** One request to a system: with its client, its language and who asks. */
export interface SapRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Path on the system, with its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Tokens and cookies of one session with a part of a system. */
interface Session {
  csrf?: string
  cookies: Map<string, string>
}

/** Milliseconds that an answer is waited for, and bytes that it may have. */
const limits = { timeout: 10_000, largest: 4_194_304 }

/** The connection to a system: signs in, keeps cookies and csrf tokens by session, and asks once more where one of them has expired. */
export class SapConnection {
  private readonly ask: Outbound
  private readonly sessions = new Map<string, Session>()
  private access: Promise<AccessToken> | undefined

  constructor(private readonly destination: SapDestination) {
    const { url, signIn } = destination
    this.ask = outbound({ allow: [url, ...('tokenUrl' in signIn ? [signIn.tokenUrl] : [])], ...limits,
      ...('certificate' in signIn && { certificate: { cert: signIn.certificate, key: signIn.privateKey } }) })
  }

  /**
   * Sends a request that changes something, with a csrf token of the session. It is repeated only if SAP rejected it unprocessed.
   * @param root path of the service, where its tokens come from
   * @throws SapFailure `mute` where no answer came
   */
  async change(root: string, request: SapRequest): Promise<OutboundAnswer> {
    const session = this.session(root)
    for (let attempt = 0;; attempt += 1) {
      const csrf = session.csrf ?? (await this.fetchCsrf(root, session))
      const answer = await this.send(session, { ...request, headers: { ...request.headers, ...(csrf !== '' && { 'x-csrf-token': csrf }) } })
      const isStale = answer.status === 403 && headerOf(answer, 'x-csrf-token').toLowerCase() === 'required'
      if (!isStale || attempt > 0) return answer
      delete session.csrf
    }
  }

  /** Asks for something. @throws SapFailure `mute` where no answer came */
  read(root: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<OutboundAnswer> {
    return this.send(this.session(root), { method: 'GET', path, headers: { accept: 'application/json', ...headers } })
  }

  /** Begins a session of its own: its cookies are shared with no other request. */
  alone(): { send(request: SapRequest): Promise<OutboundAnswer> } {
    const session: Session = { cookies: new Map() }
    return { send: (request) => this.send(session, request) }
  }

  private session(root: string): Session {
    const known = this.sessions.get(root)
    if (known) return known
    const session: Session = { cookies: new Map() }
    this.sessions.set(root, session)
    return session
  }

  /** A csrf token with the cookies that belong to it; empty where the service asks for none. */
  private async fetchCsrf(root: string, session: Session): Promise<string> {
    const answer = await this.send(session, { method: 'GET', path: `${root}/`,
      headers: { 'x-csrf-token': 'Fetch', accept: 'application/json' } })
    session.csrf = headerOf(answer, 'x-csrf-token')
    return session.csrf
  }

  private async send(session: Session, { method, path, headers = {}, body }: SapRequest): Promise<OutboundAnswer> {
    for (let attempt = 0;; attempt += 1) {
      const cookie = [...session.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await this.request({ method, url: this.addressOf(path), ...(body !== undefined && { body }), headers: {
        ...(await this.identity()),
        ...(cookie !== '' && { cookie }),
        ...headers,
      } })
      keepCookies(session, answer)
      if (answer.status !== 401 || attempt > 0 || !('tokenUrl' in this.destination.signIn)) return answer
      this.access = undefined
    }
  }

  private addressOf(path: string): URL {
    const { url, client, language } = this.destination
    const address = new URL(`${url}${path}`)
    // spaces of filters are written as SAP's gateway reads them
    const own = [...(client ? [`sap-client=${client}`] : []), ...(language ? [`sap-language=${language}`] : [])].join('&')
    if (own !== '') address.search = address.search === '' ? own : `${address.search}&${own}`
    return address
  }

  private async identity(): Promise<Record<string, string>> {
    const { signIn } = this.destination
    if ('user' in signIn) return { authorization: `Basic ${Buffer.from(`${signIn.user}:${signIn.password}`).toString('base64')}` }
    if ('certificate' in signIn) return {}
    const known = await (this.access ??= this.fetchAccess(signIn))
    if (known.until > Date.now()) return { authorization: `Bearer ${known.text}` }
    this.access = this.fetchAccess(signIn)
    return { authorization: `Bearer ${(await this.access).text}` }
  }

  private async fetchAccess({ tokenUrl, clientId, clientSecret }: Extract<SapSignIn, { tokenUrl: string }>): Promise<AccessToken> {
    try {
      const answer = await this.request({ method: 'POST', url: new URL(tokenUrl), body: 'grant_type=client_credentials', headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`,
      } })
      const parsed = token.safeParse(jsonOf(answer))
      if (answer.status !== 200 || !parsed.success) throw new SapFailure('mute', '', new Error(`token: HTTP ${answer.status}`))
      return { text: parsed.data.access_token, until: Date.now() + (parsed.data.expires_in - margin) * 1_000 }
    } catch (error) {
      this.access = undefined
      throw error
    }
  }

  private async request(request: Parameters<Outbound>[0]): Promise<OutboundAnswer> {
    const { signIn } = this.destination
    const invalid = 'certificate' in signIn ? certificateRefusal(signIn.certificate, systemClock.now()) : undefined
    if (invalid !== undefined) throw new SapFailure('apart', invalid)
    return this.ask(request).catch((error: unknown) => {
      if (error instanceof OutboundFailure && error.kind === 'notAllowed') throw new SapFailure('notSet', '', error)
      const reason = notConnectedBy(error)
      throw reason === undefined ? new SapFailure('mute', '', error) : new SapFailure('apart', reason, error)
    })
  }
}

function keepCookies({ cookies }: Session, { headers }: OutboundAnswer): void {
  for (const line of headers['set-cookie'] ?? []) {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
    if (name !== '') cookies.set(name.trim(), value)
  }
}

/** A header of an answer; empty where there is none. */
export function headerOf({ headers }: Pick<OutboundAnswer, 'headers'>, name: string): string {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/** The content of an answer as JSON; undefined where it is none. */
export function jsonOf({ body }: Pick<OutboundAnswer, 'body'>): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}

const connections = new WeakMap<SapDestination, SapConnection>()

/** The connection to a system; one for each of the process. */
export function connectionTo(destination: SapDestination): SapConnection {
  const known = connections.get(destination) ?? new SapConnection(destination)
  connections.set(destination, known)
  return known
}
