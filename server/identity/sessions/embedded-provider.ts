import { randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Provider } from 'oidc-provider'
import { z } from 'zod'
import { sql } from 'kysely'
import storage from 'oidc-provider/lib/helpers/als.js'
import type { Label } from '#kernel/wording/label.ts'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { Env } from '#server/env.ts'
import type { Clock } from '#server/host.ts'
import { BadRequest } from '#server/http/answers/errors.ts'
import { tight } from '#server/http/security.ts'
import { open } from '#server/http/access.ts'
import { endsWithAnswers } from '#server/concurrency/storage-lifetime.ts'
import type { Caller } from '../caller.ts'
import { registerPassword } from '../routes/me.ts'
import { registerUserInfo } from '../routes/session.ts'
import { auditedAs, minutesUntil, registerSignIn, senderOf } from '../routes/sign-in.ts'
import type { DemoAccount } from '../pages/sign-in-pages.ts'
import { type Keys, webClient } from './tokens.ts'
import type { Organisations } from '../organisation/organisation.ts'
import { registerAssets } from '../pages/document.ts'
import { originOf, originsOf, realm } from '../provider/addresses.ts'
import { pagesOf } from '../provider/configuration.ts'
import { type Addresses, embeddedProvider, issueTokens } from '../provider/provider.ts'
import { type SignIn, type SignInSource, signInWithPassword } from '../accounts/accounts.ts'
import { attempts } from '../accounts/attempts.ts'
import { newId } from '../id.ts'

export interface EmbeddedDependencies {
  readonly db: Db
  readonly env: Env
  readonly log: Logger
  readonly clock: Clock
  readonly keys: Keys
  readonly organisations: Organisations
  readonly product?: Label
  readonly demoAccounts?: () => Promise<readonly DemoAccount[]>
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>
}

const defaultProduct: Label = { cn: '协同办公', en: 'Office' }

/** The embedded identity provider: its calls and pages. */
export function embeddedSignIn(parts: EmbeddedDependencies): { routes(app: FastifyInstance): Promise<void> } {
  const { db, env, clock, organisations, authenticate, product = defaultProduct, demoAccounts = async () => [] } = parts
  const addresses = new WeakMap()
  const frames = { db, clock, organisations, product, origins: originsOf(env) }
  const provider = embeddedProvider({ ...parts, addresses, pages: pagesOf(frames) })
  return {
    async routes(app) {
      await mountProvider(app, { provider, env, addresses, authenticate })
      await registerAssets(app)
      registerSignIn(app, { ...frames, provider, env, demoAccounts })
      registerUserInfo(app, { db, organisations })
      registerPassword(app, { db, clock, env })
      registerLogin(app, { db, clock, env, provider })
    },
  }
}

/** Wrong passwords of an account after which a captcha is required; also required where an address had too many. */
const captchaAfter = 3

const LoginInput = z.object({
  username: z.string().min(1).max(60),
  password: z.string().min(1).max(100),
  code: z.string().max(10).optional(),
  uuid: z.string().max(36).optional(),
})

/** Clients may send the id of the captcha; otherwise it is in a header of the answer. */
const CaptchaInput = z.object({ uuid: z.string().regex(/^[A-Za-z0-9-]{8,36}$/).optional(), _t: z.string().optional() })

/** The call for signing in without the page, for clients with their own form. */
function registerLogin(app: FastifyInstance, { db, clock, env, provider }: SignInSource & { readonly provider: Provider }): void {
  app.get('/public/captchaImage', { config: { access: open, raw: true, resource: 'signIn', rateLimit: tight },
    schema: { querystring: CaptchaInput } }, async ({ query }, reply) => {
    const { id, picture } = await captchas(db).create((query as z.output<typeof CaptchaInput>).uuid)
    return reply.header('x-captcha-id', id).header('cache-control', 'no-store').type('image/svg+xml').send(picture)
  })

  app.post('/system/login', { config: { access: open, form: true, resource: 'signIn', rateLimit: tight }, bodyLimit: 8_192,
    schema: { body: LoginInput } }, async (request) => {
    const { username, password, code = '', uuid = '' } = request.body as z.output<typeof LoginInput>
    const asksForCaptcha = (await attempts(db).failures(username)) >= captchaAfter || (await attempts(db).isSuspicious(request.ip))
    if (asksForCaptcha) await checkCaptcha(db, uuid, code)
    const result = await signInWithPassword({ db, clock, env }, username, password, senderOf(request))
    request.audited = auditedAs(result)
    if (result.outcome !== 'accepted') throw refusalOf(result)
    if (result.mustChangePassword) throw new Refused('identity.passwordChangeNeeded')
    const client = await provider.Client.find(webClient)
    if (!client) throw new Error('the web client is not configured')
    const { answer } = await issueTokens(provider, client, result.id)
    return { user_name: result.userName, access_token: `Bearer ${answer.access_token}`, refresh_token: answer.refresh_token,
      expires_in: answer.expires_in }
  })
}

async function checkCaptcha(db: Db, id: string, answer: string) {
  if (!id || !answer) throw new Refused('identity.captchaNeeded', {}, [{ field: 'code', code: 'identity.captchaNeeded' }])
  if (!(await captchas(db).take(id, answer)))
    throw new Refused('identity.wrongCaptcha', {}, [{ field: 'code', code: 'identity.wrongCaptcha' }])
}

function refusalOf(result: Exclude<SignIn, { outcome: 'accepted' }>) {
  const at = (field: string, code: string, parameters: Readonly<Record<string, number>> = {}) =>
    new Refused(code, parameters, [{ field, code, parameters }])
  if (result.outcome === 'locked') return at('password', 'identity.locked', { minutes: minutesUntil(result.until) })
  if (result.outcome === 'busy') return new BadRequest(429, 'identity.busy')
  return result.outcome === 'disabled' ? at('username', 'identity.disabled') : at('password', 'identity.wrongPassword')
}

const lifeMinutes = 5

/** Maximum number of open captchas; beyond it, none are issued until some have expired. */
const mostWaiting = 5_000

const alphabet = '23456789ABCDEFHKLMNPRTXY'

/** Captchas that people can read and scripts hardly can; stored in the database, valid for one answer. */
const captchas = (db: Db) => ({
  async create(id = newId()): Promise<{ id: string; picture: string }> {
    await db.deleteFrom('sign_in_captcha').where('expires_at', '<', sql<Date>`now()`).execute()
    const { count } = await db.selectFrom('sign_in_captcha').select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    if (Number(count) >= mostWaiting) throw new Refused('error.tooManyRequests')
    const answer = Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
    const values = { answer, expires_at: new Date(Date.now() + lifeMinutes * 60_000) }
    await db.insertInto('sign_in_captcha').values({ id, ...values }).onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute()
    return { id, picture: captchaPicture(answer) }
  },

  /** Returns whether the answer is correct; the captcha is consumed either way. */
  async take(id: string, answer: string): Promise<boolean> {
    const row = await db.deleteFrom('sign_in_captcha').where('id', '=', id).where('expires_at', '>', sql<Date>`now()`).returning('answer')
      .executeTakeFirst()
    return row !== undefined && row.answer === answer.trim().toUpperCase()
  },
})

/** Draws letters as bent strokes, not as text that a script could read from the file. 120 × 40. */
function captchaPicture(letters: string): string {
  const glyphs = [...letters].map((mail, index) => {
    const turn = randomInt(-18, 19)
    const path = (strokes[mail] ?? []).map((stroke) => `M${stroke.map(([x, y]) => `${jitter(x * 3.2)} ${jitter(y * 3.2)}`).join('L')}`)
      .join('')
    return `<path d="${path}" transform="translate(${10 + index * 27 + randomInt(-3, 4)} ${6 + randomInt(-3, 4)}) rotate(${turn} 8 13)"/>`
  })
  const noise = Array.from({ length: 3 },
    () =>
      `<path d="M0 ${randomInt(5, 35)}Q${randomInt(30, 90)} ${randomInt(0, 40)} 120 ${randomInt(5, 35)}" stroke-width="1" opacity=".55"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40" width="120" height="40">
    <rect width="120" height="40" fill="#f6f5f2"/><g fill="none" stroke="#2b4fcf" stroke-width="2.4" stroke-linecap="round"
    stroke-linejoin="round">${shuffled([...glyphs, ...noise]).join('')}</g></svg>`
}

const jitter = (value: number) => (value + randomInt(-8, 9) / 10).toFixed(1)

/** Shuffles the strokes, so that their order does not reveal the order of the letters. */
function shuffled(parts: string[]): string[] {
  return parts.map((part) => ({ part, at: randomInt(1_000_000) })).toSorted((left, right) => left.at - right.at).map(({ part }) => part)
}

type Stroke = readonly (readonly [number, number])[]

/** Letters and digits on a grid of 5 × 8; look-alikes (0 O 1 I 5 S …) are left out. */
const strokes: Readonly<Record<string, readonly Stroke[]>> = {
  '2': [[[0, 2], [1, 0], [4, 0], [5, 2], [0, 8], [5, 8]]],
  '3': [[[0, 1], [2, 0], [5, 1], [4, 4], [2, 4], [4, 4], [5, 7], [2, 8], [0, 7]]],
  '4': [[[4, 8], [4, 0], [0, 5], [5, 5]]],
  '5': [[[5, 0], [0, 0], [0, 4], [4, 4], [5, 6], [4, 8], [0, 8]]],
  '6': [[[4, 0], [1, 2], [0, 6], [2, 8], [5, 7], [5, 5], [2, 4], [0, 6]]],
  '7': [[[0, 0], [5, 0], [2, 8]]],
  '8': [[[2, 4], [0, 2], [2, 0], [5, 1], [4, 3], [2, 4], [0, 6], [2, 8], [5, 7], [4, 5], [2, 4]]],
  '9': [[[5, 3], [3, 4], [0, 3], [0, 1], [3, 0], [5, 2], [4, 6], [1, 8]]],
  A: [[[0, 8], [2.5, 0], [5, 8]], [[1, 5], [4, 5]]],
  B: [[[0, 8], [0, 0], [4, 0], [4, 4], [0, 4], [5, 4], [5, 8], [0, 8]]],
  C: [[[5, 1], [2, 0], [0, 3], [0, 5], [2, 8], [5, 7]]],
  D: [[[0, 0], [0, 8], [3, 8], [5, 5], [5, 3], [3, 0], [0, 0]]],
  E: [[[5, 0], [0, 0], [0, 8], [5, 8]], [[0, 4], [4, 4]]],
  F: [[[5, 0], [0, 0], [0, 8]], [[0, 4], [4, 4]]],
  H: [[[0, 0], [0, 8]], [[5, 0], [5, 8]], [[0, 4], [5, 4]]],
  K: [[[0, 0], [0, 8]], [[5, 0], [0, 4], [5, 8]]],
  L: [[[0, 0], [0, 8], [5, 8]]],
  M: [[[0, 8], [0, 0], [2.5, 4], [5, 0], [5, 8]]],
  N: [[[0, 8], [0, 0], [5, 8], [5, 0]]],
  P: [[[0, 8], [0, 0], [4, 0], [5, 2], [4, 4], [0, 4]]],
  R: [[[0, 8], [0, 0], [4, 0], [5, 2], [4, 4], [0, 4], [5, 8]]],
  T: [[[0, 0], [5, 0]], [[2.5, 0], [2.5, 8]]],
  X: [[[0, 0], [5, 8]], [[5, 0], [0, 8]]],
  Y: [[[0, 0], [2.5, 4], [5, 0]], [[2.5, 4], [2.5, 8]]],
}

interface ProviderMount {
  readonly provider: Provider
  readonly env: Pick<Env, 'publicUrl' | 'port'>
  readonly addresses: Addresses
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>
}

/** Forwards the realm's requests to the provider, which reads their bodies and writes their answers itself. */
async function mountProvider(app: FastifyInstance, mounted: ProviderMount): Promise<void> {
  const callback = mounted.provider.callback()
  const endWith = endsWithAnswers(storage)
  const forward = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.routeOptions.url === tokenPath && isTicketRequest(request)) return answerTicket(request, reply, mounted.authenticate)
    reply.hijack()
    prepare(request, reply, mounted)
    endWith(reply.raw)
    return callback(request.raw, reply.raw)
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body is not parsed: the provider only accepts forms, up to 56 kB.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    // Browsers refresh tokens every few minutes: this changes nothing and would flood the audit log.
    for (const path of paths) {
      const url = `${realm}${path}`
      scope.route({ method: ['GET', 'POST', 'OPTIONS'], url,
        config: { access: open, raw: true, resource: 'signIn', ...(url === tokenPath && { reads: true }) }, handler: forward,
        ...(url === tokenPath && { schema: { description: passwordGrant } }) })
    }
  })
}

const tokenPath = `${realm}/protocol/openid-connect/token`

const passwordGrant =
  'Where DEMO is on, scripts sign in by password: a form with grant_type=password, client_id=oa-cli, scope=openid, username and password. ' +
  'The access_token of the answer stands in `Authorization: Bearer …` of every other call; grant_type=refresh_token with the refresh_token answers the next.'

const paths = [
  '/.well-known/openid-configuration',
  '/protocol/openid-connect/auth',
  '/protocol/openid-connect/auth/:uid',
  '/protocol/openid-connect/token',
  '/protocol/openid-connect/certs',
  '/protocol/openid-connect/logout',
  '/protocol/openid-connect/logout/confirm',
  '/protocol/openid-connect/logout/success',
] as const

/**
 * Prepares a request for the provider, which builds URLs from it: sets the known origin, never a forged one, and the headers that Fastify
 * would have added, since hijacked answers skip them.
 */
function prepare({ raw, ip, id }: FastifyRequest, reply: FastifyReply, { env, addresses }: ProviderMount) {
  const { host, protocol } = new URL(originOf(raw.headers.host, originsOf(env)))
  raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-proto'] = protocol.replace(':', '')
  delete raw.headers['x-forwarded-for']
  Object.assign(raw, { originalUrl: raw.url })
  raw.url = raw.url?.slice(realm.length)
  addresses.set(raw, ip)
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), 'x-trace-id': id })) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
}

/** A permission in the answer of the ticket grant. */
interface Grant {
  readonly rsid: string
  readonly rsname: string
  readonly scopes: readonly string[]
}

const ticketGrant = 'urn:ietf:params:oauth:grant-type:uma-ticket'

const bodyLimit = 4_096

/** Returns whether a token request asks for permissions: only this grant comes with an access token. */
const isTicketRequest = ({ headers }: FastifyRequest): boolean => /^bearer /i.test(headers.authorization ?? '')

/** Answers the permissions of the holder, one resource each; 403 for a holder without any. */
async function answerTicket(request: FastifyRequest, reply: FastifyReply,
  authenticate: (request: FastifyRequest) => Promise<Caller>): Promise<FastifyReply> {
  const refuse = (status: number, error: string) => reply.code(status).send({ error })
  const form = await formOf(request)
  if (form?.get('grant_type') !== ticketGrant) return refuse(400, 'unsupported_grant_type')
  if (form.get('audience') !== webClient || form.get('response_mode') !== 'permissions') return refuse(400, 'invalid_request')
  const caller = await authenticate(request).catch(() => undefined)
  if (!caller) return refuse(401, 'invalid_grant')
  const grants = [...caller.permissions].toSorted().map((permission): Grant => ({ rsid: permission, rsname: permission, scopes: [] }))
  if (grants.length === 0) return refuse(403, 'access_denied')
  return reply.header('cache-control', 'no-store').send(grants)
}

async function formOf({ raw }: FastifyRequest): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bodyLimit) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
