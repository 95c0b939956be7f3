import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Tokens } from './testing.ts'

const realm = '/idp/realms/oa'
const redirectUri = 'http://127.0.0.1:8080/login'

/** A browser without scripts: it stores cookies by path and follows redirects on request. */
export class TestBrowser {
  readonly #cookies = new Map<string, { value: string; path: string }>()

  constructor(
    private readonly app: FastifyInstance,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  get(address: string) {
    return this.#send('GET', address)
  }

  post(address: string, form: Readonly<Record<string, string>>) {
    return this.#send('POST', address, new URLSearchParams(form).toString())
  }

  /** Follows redirects of this host. @returns the last page, or the URL of the application that it leads to */
  async follow(address: string) {
    let answer = await this.get(address)
    for (let hops = 0; hops < 8 && answer.headers.location; hops += 1) {
      const next = new URL(String(answer.headers.location), 'http://127.0.0.1:8080')
      if (!next.pathname.startsWith('/idp/')) return { answer, target: next }
      answer = await this.get(next.pathname + next.search)
    }
    return { answer, target: undefined }
  }

  cookieNames(): string[] {
    return [...this.#cookies.keys()]
  }

  async #send(method: 'GET' | 'POST', address: string, payload?: string) {
    const { pathname } = new URL(address, redirectUri)
    const cookie = [...this.#cookies].filter(([, { path }]) => pathname.startsWith(path)).map(([name, { value }]) => `${name}=${value}`)
    const form = payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await this.app.inject({ method, url: address,
      headers: { host: '127.0.0.1:8080', accept: 'text/html', cookie: cookie.join('; '), ...form, ...this.headers },
      ...(payload !== undefined && { payload }) })
    for (const { name, value, path = '/', expires } of answer.cookies) {
      if (value === '' || (expires && expires.getTime() < Date.now())) this.#cookies.delete(name)
      else this.#cookies.set(name, { value, path })
    }
    return answer
  }
}

export interface AuthorizationRequest {
  readonly address: string
  readonly verifier: string
}

/** The application's authorization request to the provider, with PKCE; parameters can be changed or left out. */
export function authorizationRequest(changes: Readonly<Record<string, string | undefined>> = {}): AuthorizationRequest {
  const verifier = randomBytes(32).toString('base64url')
  const parameters = {
    client_id: 'oa-web',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile email offline_access',
    state: 'somewhere',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }
  const entries = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { address: `${realm}/protocol/openid-connect/auth?${new URLSearchParams(entries).toString()}`, verifier }
}

/** The URL to which a page's form is sent. */
export const formAction = (page: string): string => /<form[^>]* action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&#38;', '&') ?? ''

/** Signs in on the page. @returns the code for the application */
export async function codeOf(browser: TestBrowser, request: AuthorizationRequest, userName: string, password: string): Promise<string> {
  const { answer, target } = await browser.follow(request.address)
  if (target) return target.searchParams.get('code') ?? ''
  const posted = await browser.post(formAction(answer.body), { username: userName, password })
  const end = await browser.follow(new URL(String(posted.headers.location)).pathname)
  return end.target?.searchParams.get('code') ?? ''
}

/** A request to the token endpoint. */
async function tokenRequest(app: FastifyInstance, form: Readonly<Record<string, string>>): Promise<Tokens> {
  const answer = await app.inject({
    method: 'POST',
    url: `${realm}/protocol/openid-connect/token`,
    headers: { host: '127.0.0.1:8080', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  return { status: answer.statusCode, ...answer.json<Omit<Tokens, 'status'>>() }
}

export const exchange = (app: FastifyInstance, code: string, verifier: string): Promise<Tokens> =>
  tokenRequest(app, { grant_type: 'authorization_code', client_id: 'oa-web', code, code_verifier: verifier, redirect_uri: redirectUri })

export const refresh = (app: FastifyInstance, token: string | undefined): Promise<Tokens> =>
  tokenRequest(app, { grant_type: 'refresh_token', client_id: 'oa-web', refresh_token: token ?? '' })
