import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Label } from '#kernel/wording/label.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { declaredRoles } from '#kernel/composition/requirement-findings.ts'
import { Refused } from '#kernel/errors.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { patterns } from '#kernel/values/patterns.ts'
import { fillText } from '#kernel/wording/translate.ts'
import type { Directory } from '#approval/directory.ts'
import { coalesce } from '#server/concurrency/coalesce.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Env } from '#server/env.ts'
import type { StepTerminal } from '#kernel/flow.ts'
import { parseLanguage } from '#server/http/language.ts'
import { type SendSms, smsGateway } from '#server/outbound/outbound.ts'
import type { Clock } from '#server/host.ts'
import { signedIn } from '#server/http/access.ts'
import { tight } from '#server/http/security.ts'
import { embeddedSignIn } from './sessions/embedded-provider.ts'
import { registerDelegations } from './personal/delegations.ts'
import { declaredDictionaries, dictionaries, registerDictionaries } from './dictionaries.ts'
import { registerDrafts } from './personal/drafts.ts'
import { demandPassword, registerMe, registerProfile } from './routes/me.ts'
import { registerOrganisation, registerPeople } from './routes/organisation.ts'
import { registerAccount, registerProviderNotifications } from './routes/session.ts'
import type { DemoAccount } from './pages/sign-in-pages.ts'
import { bearerOf, callerOf, endedSignIns, personOfToken } from './sessions/authenticate.ts'
import type { Caller } from './caller.ts'
import { type DirectoryHints, directoryOf, type LoadOwners } from './organisation/directory.ts'
import { type AccessToken, embeddedVerifier, externalVerifier, type Keys, loadKeys, type VerifyToken } from './sessions/tokens.ts'
import { declaredMenus, menus, registeredPages, wholePages } from './rights/menus.ts'
import { roles } from './rights/roles.ts'
import { type Organisation, organisations } from './organisation/organisation.ts'
import { changeVersions } from './organisation/change-versions.ts'
import { issuerOf } from './provider/addresses.ts'
import { type DepartmentScope, resolveScope } from './rights/scope.ts'
import { type ServiceAccount, serviceAccounts } from './sessions/service-accounts.ts'
import type { SignInSource } from './accounts/accounts.ts'
import { phoneCodes } from './accounts/credentials.ts'
import { identityTexts } from './texts.ts'
import { users } from './organisation/users.ts'

/** Maximum number of opinions per person, and of characters of each. */
const mostOpinions = 50

const longestOpinion = 1_000

/** A person's saved opinions, in their own order; visible to this person only. */
const opinions = (db: Db, userId: string) => ({
  async list(): Promise<string[]> {
    const rows = await db.selectFrom('user_opinion_template').select('content').where('user_id', '=', userId).orderBy('sort').execute()
    return rows.map(({ content }) => content)
  },

  /** Replaces the list; runs inside the caller's transaction. */
  async replace(list: readonly string[]): Promise<void> {
    // Serialises two windows of one person; the later list wins.
    await db.selectFrom('sys_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
    await db.deleteFrom('user_opinion_template').where('user_id', '=', userId).execute()
    if (list.length === 0) return
    await db.insertInto('user_opinion_template').values(list.map((content, sort) => ({ user_id: userId, sort, content }))).execute()
  },
})

export interface IdentityDependencies {
  readonly db: Db
  readonly env: Env
  readonly log: Logger
  readonly clock: Clock
  readonly plugins: readonly Plugin[]
  /** Owners of cost centres and projects, provided by their modules. */
  readonly owners?: LoadOwners
  /** Name of the product on the sign-in page. */
  readonly product?: Label
  /** Listed on the sign-in page while DEMO is on. */
  readonly demoAccounts?: () => Promise<readonly DemoAccount[]>
}

/** Authentication, people and row scopes. */
export interface Identity {
  /** @throws Unauthenticated unless the bearer token is valid and its person enabled. */
  authenticate(request: FastifyRequest): Promise<Caller>
  /** Like `authenticate`, for a token without a request (a socket); also returns the expiry of the token. */
  authenticateToken(token: string): Promise<{ caller: Omit<Caller, 'traceId' | 'ip'>; expiresAt: Date }>
  /** The service account of a request. @throws Unauthenticated or Forbidden */
  serviceAccount(request: FastifyRequest): Promise<ServiceAccount>
  /** Returns whether a sign-in was ended within the last minutes. */
  signInEnded(grant: string): Promise<boolean>
  /** The organisation for the approval engine, as `db` (mostly a transaction) sees it now. */
  directoryAt(db: Db, businessType?: string, hints?: DirectoryHints): Promise<Directory>
  /** All people, units and permissions as `db` sees them now. */
  organisationAt(db: Db): Promise<Organisation>
  /** Departments whose rows of a resource the caller may see; their own rows are visible in addition. */
  departmentScope(db: Db, caller: Pick<Caller, 'admin' | 'departments' | 'scopes'>, resource: string): Promise<DepartmentScope>
  routes(app: FastifyInstance): Promise<void>
  /**
   * Runs after the migrations: writes roles, and the menus and dictionaries declared by plugins. Idempotent, and safe for concurrent
   * instances.
   */
  start(): Promise<void>
}

/** The client that a header names; other values, like none, are those of scripts and count as computers. */
const terminalOf = (header: unknown): StepTerminal => (header === 'mobile' || header === 'mini' ? header : 'web')

/**
 * Creates the identity services: accounts, sessions, roles, row scopes, and the embedded identity provider unless another one is
 * configured.
 */
export async function identity(parts: IdentityDependencies): Promise<Identity> {
  const { db, env, clock } = parts
  const known = organisations()
  const ended = endedSignIns()
  const seenWhenLetIn = new WeakMap<object, Organisation>()
  const keys = env.identityProvider ? undefined : await loadKeys(db)
  const versions = coalesce(() => changeVersions(db))
  const identification = { db, organisations: known, ended, versions, verify: verifierOf(env, keys), external: keys === undefined }
  const authenticate = async (request: FastifyRequest): Promise<Caller> => {
    const { member, organisation, token } = await personOfToken(identification, bearerOf(request.headers.authorization))
    const header = request.headers['accept-language']
    const person = callerOf(organisation, member)
    const caller = { ...person, locale: header === undefined ? person.locale : parseLanguage(header), grant: token.grant,
      traceId: request.id, ip: request.ip, terminal: terminalOf(request.headers['x-client-type']) }
    if (isReading(request)) seenWhenLetIn.set(caller, organisation)
    return caller
  }
  // A read-only call uses the organisation by which it was authenticated.
  const organisationFor = async (current: Db, caller: object) =>
    (current === db ? seenWhenLetIn.get(caller) : undefined) ?? known.at(current)
  const embedded = keys && embeddedSignIn({ ...parts, keys, organisations: known, authenticate })
  return {
    authenticate,
    async authenticateToken(token) {
      const { member, organisation, token: verified } = await personOfToken(identification, token)
      return { caller: { ...callerOf(organisation, member), grant: verified.grant }, expiresAt: verified.expiresAt }
    },
    serviceAccount: serviceAccounts({ accounts: env.serviceAccounts, keys,
      issuer: env.identityProvider?.issuer ?? issuerOf({ publicUrl: env.publicUrl }) }),
    signInEnded: async (grant) => ended.has(db, (await changeVersions(db)).signIn, grant),
    async directoryAt(current, businessType, { versions, owners = [] } = {}) {
      const organisation = await known.at(current, versions)
      return directoryOf(organisation, { at: clock.now(), businessType },
        (owners.length > 0 ? await parts.owners?.(current, owners) : undefined) ?? nobody)
    },
    organisationAt: (current) => known.at(current),
    departmentScope: async (current, caller, resource) => resolveScope((await organisationFor(current, caller)).tree, caller, resource),
    async routes(app) {
      const shared = { db, organisations: known }
      registerProviderNotifications(app, env)
      registerAccount(app, { db, clock })
      registerMe(app, { ...shared, outside: env.outside, wholePages: wholePages(parts.plugins) })
      registerPeople(app, shared)
      registerOrganisation(app, shared)
      registerDictionaries(app, shared)
      registerDrafts(app, { db, clock }, new Set(parts.plugins.flatMap(({ forms }) => forms.map(({ key }) => key))))
      registerOpinions(app, db)
      registerDelegations(app, { db, clock })
      registerProfile(app, { db, clock, external: keys === undefined, sms: env.smsWebhook !== undefined })
      registerPhone(app, { db, env, clock, log: parts.log, external: keys === undefined,
        ...(env.smsWebhook && { sendSms: smsGateway(env.smsWebhook) }) })
      await embedded?.routes(app)
    },
    start: () => transaction(db, (tx) => synchronise(tx, parts.plugins, clock.now())),
  }
}

const isReading = ({ method, routeOptions: { config } }: FastifyRequest): boolean =>
  !config.changing && (method === 'GET' || config.reads === true)

async function synchronise(db: Db, plugins: readonly Plugin[], at: Date) {
  // Serialises instances that start at the same time.
  await sql`select pg_advisory_xact_lock(4201905)`.execute(db)
  await roles(db).ensure(at, declaredRoles(plugins))
  await menus(db).synchronise(declaredMenus(plugins), at)
  await menus(db).fillComponents(registeredPages(plugins))
  await dictionaries(db).synchronise(declaredDictionaries(plugins), at)
}

const nobody = () => undefined

function verifierOf({ identityProvider, publicUrl }: Env, keys: Keys | undefined): VerifyToken {
  if (keys) return remembering(embeddedVerifier(issuerOf({ publicUrl }), keys))
  if (!identityProvider) throw new Error('Neither keys of our own nor an external identity provider')
  return externalVerifier(identityProvider.issuer, identityProvider.clientId)
}

const List = z.strictObject({ opinions: z.array(z.string().trim().min(1).max(longestOpinion)).max(mostOpinions) })

/** Calls for the caller's saved opinions, as a whole list. */
function registerOpinions(app: FastifyInstance, db: Db): void {
  const config = { access: signedIn, resource: 'opinion' } as const

  app.get('/system/opinions', { config }, ({ caller }) => opinions(db, caller.id).list())

  app.put('/system/opinions', { config: { ...config, repeats: 'harmless' }, schema: { body: List } }, async ({ caller, body }) => {
    const list = (body as z.output<typeof List>).opinions
    await transaction(db, (tx) => opinions(tx, caller.id).replace(list))
    return list
  })
}

/** Maximum number of cached tokens. */
const most = 5_000

/**
 * Verifies the signature of a token once and caches the result until it expires: browsers send the same one for minutes. Whether the
 * person may still sign in is checked on every call, elsewhere. Failures are not cached.
 */
export function remembering(verify: VerifyToken, timeOf: () => number = Date.now): VerifyToken {
  const known = new Map<string, AccessToken>()
  return async (token) => {
    const kept = known.get(token)
    if (kept && kept.expiresAt.getTime() > timeOf()) return kept
    known.delete(token)
    const verified = await verify(token)
    const [oldest] = known.keys()
    if (known.size >= most && oldest !== undefined) known.delete(oldest)
    known.set(token, verified)
    return verified
  }
}

interface PhoneDependencies extends SignInSource {
  readonly log: Pick<Logger, 'warn'>
  /** Whether an external identity provider has the passwords. */
  readonly external: boolean
  /** Absent without a configured gateway; then only administrators change telephones. */
  readonly sendSms?: SendSms
}

const phone = z.string().regex(new RegExp(patterns.phone), 'identity.invalidPhone')

const change = z.strictObject({ phone, code: z.string().regex(/^\d{6}$/, 'identity.codeWrong'), password: z.string().max(100).optional() })

/** Lets people change their own telephone, proven by a code that is sent to it. */
function registerPhone(app: FastifyInstance, { db, env, clock, log, external, sendSms }: PhoneDependencies): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { access: signedIn, resource: 'account', rateLimit: tight, repeats: 'secret' } as const

  routes.post('/system/auth/code/send/:phone', { config, schema: { params: z.object({ phone }), body: z.strictObject({}).nullish() } },
    async ({ caller, params }) => {
      const send = demandGateway(sendSms)
      await demandFree(db, caller.id, params.phone)
      const code = await phoneCodes(db).create(caller.id, params.phone, clock.now())
      await send({ phone: params.phone, code, text: fillText(identityTexts[caller.locale]['identity.codeText'], { code }, caller.locale) })
        .catch((error: unknown) => {
          log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'a code could not be sent')
          throw new Refused('identity.codeNotSent')
        })
      return 'ok'
    })

  routes.put('/system/profile/phone', { config, schema: { body: change } }, async (request) => {
    const { caller, body } = request
    demandGateway(sendSms)
    // The telephone can be used to reset the password, so changing it requires the current password: an unattended session is not enough.
    if (!external) await demandPassword({ db, env, clock }, caller, body.password ?? '', 'password')
    await phoneCodes(db).take(caller.id, body.phone, body.code, clock.now())
    const before = await phoneOf(db, caller)
    await users(db, clock.now()).update(caller.id, { phone: body.phone }, caller.id)
    request.audited = { id: caller.id, before: { phone: before }, after: { phone: body.phone } }
    return { phone: body.phone }
  })
}

/** @throws Refused `identity.noSms` */
function demandGateway(sendSms: SendSms | undefined): SendSms {
  if (!sendSms) throw new Refused('identity.noSms')
  return sendSms
}

/** Refuses a telephone number of another account. @throws Refused `error.duplicate` at `phone` */
async function demandFree(db: Db, id: string, phone: string): Promise<void> {
  const other = await db.selectFrom('sys_user').select('id').where('phone', '=', phone).where('id', '<>', id).where('del_flag', '=', 0)
    .executeTakeFirst()
  const problem = { code: 'error.duplicate', parameters: { label: bilingual({ cn: '手机号', en: 'Phone' }) } }
  if (other) throw new Refused(problem.code, problem.parameters, [{ field: 'phone', ...problem }])
}

const phoneOf = async (db: Db, { id }: Caller) =>
  (await db.selectFrom('sys_user').select('phone').where('id', '=', id).executeTakeFirstOrThrow()).phone
