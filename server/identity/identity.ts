import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Directory } from '#approval/directory.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { declaredRoles } from '#kernel/composition/role-findings.ts'
import { coalesce } from '#server/concurrency/coalesce.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Env } from '#server/env.ts'
import { parseLanguage } from '#server/http/language.ts'
import { smsGateway } from '#server/outbound/sms.ts'
import type { Clock } from '#server/host.ts'
import { embeddedSignIn } from './sessions/embedded-provider.ts'
import { registerDelegations } from './routes/delegations.ts'
import { registerDictionaries } from './routes/dictionaries.ts'
import { registerDrafts } from './routes/drafts.ts'
import { registerMe } from './routes/me.ts'
import { registerOpinions } from './routes/opinions.ts'
import { registerOrganisation } from './routes/organisation.ts'
import { registerPeople } from './routes/people.ts'
import { registerPhone } from './routes/phone.ts'
import { registerProfile } from './routes/profile.ts'
import { registerAccount, registerProviderNotifications } from './routes/session.ts'
import type { DemoAccount } from './accounts/demo-account.ts'
import { endedSignIns } from './sessions/ended-sign-ins.ts'
import { bearerOf, callerOf, personOfToken } from './sessions/authenticate.ts'
import type { Caller } from './caller.ts'
import { directoryOf, type LoadOwners } from './organisation/directory.ts'
import { type Keys, loadKeys } from './sessions/keys.ts'
import { declaredDictionaries, dictionaries } from './dictionaries.ts'
import { declaredMenus, registeredPages, wholePages } from './rights/menu-declarations.ts'
import { menus } from './rights/menus.ts'
import { roles } from './rights/roles.ts'
import { type Organisation, organisations } from './organisation/organisation.ts'
import { changeVersions } from './organisation/change-versions.ts'
import { issuerOf } from './provider/addresses.ts'
import { type DepartmentScope, resolveScope } from './rights/scope.ts'
import { remembering } from './sessions/token-cache.ts'
import { embeddedVerifier, externalVerifier, type VerifyToken } from './sessions/tokens.ts'
import type { DirectoryHints } from './directory-hints.ts'

export interface IdentityDependencies {
  readonly db: Db
  readonly env: Env
  readonly log: Logger
  readonly clock: Clock
  readonly plugins: readonly Plugin[]
  /** Owners of cost centres and projects, from the modules that keep them. */
  readonly owners?: LoadOwners
  /** Name of the product on the sign-in page. */
  readonly product?: Label
  /** Listed on the sign-in page while DEMO is on. */
  readonly demoAccounts?: () => Promise<readonly DemoAccount[]>
}

/** The people, the caller, and how far they see. */
export interface Identity {
  /** @throws Unauthenticated unless the bearer token is valid and its person enabled. */
  authenticate(request: FastifyRequest): Promise<Caller>
  /** The same for a token without a request around it (the socket); says too when the token ends. */
  authenticateToken(token: string): Promise<{ caller: Omit<Caller, 'traceId' | 'ip'>; expiresAt: Date }>
  /** Returns whether a sign-in was ended within the last minutes. */
  signInEnded(grant: string): Promise<boolean>
  /** The organisation for the approval engine, as `db` (a transaction, mostly) sees it now. */
  directoryAt(db: Db, businessType?: string, hints?: DirectoryHints): Promise<Directory>
  /** Everyone, every unit and every right, as `db` sees them now. */
  organisationAt(db: Db): Promise<Organisation>
  /** Departments whose rows the caller may see of one resource; the caller's own rows come on top. */
  departmentScope(db: Db, caller: Pick<Caller, 'admin' | 'departments' | 'scopes'>, resource: string): Promise<DepartmentScope>
  routes(app: FastifyInstance): Promise<void>
  /**
   * After the migrations: roles, and the menus and dictionaries that the plugins declare. Safe to repeat, and by several instances at once.
   */
  start(): Promise<void>
}

/** Makes the identity of the product: accounts, sessions, roles, data scope, and the identity provider unless another one is set. */
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
      traceId: request.id, ip: request.ip }
    if (isReading(request)) seenWhenLetIn.set(caller, organisation)
    return caller
  }
  // A call that changes nothing reads within the organisation that let it in.
  const organisationFor = async (current: Db, caller: object) =>
    (current === db ? seenWhenLetIn.get(caller) : undefined) ?? known.at(current)
  const embedded = keys && embeddedSignIn({ ...parts, keys, organisations: known, authenticate })
  return {
    authenticate,
    async authenticateToken(token) {
      const { member, organisation, token: verified } = await personOfToken(identification, token)
      return { caller: { ...callerOf(organisation, member), grant: verified.grant }, expiresAt: verified.expiresAt }
    },
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
      registerPhone(app, { db, clock, log: parts.log, external: keys === undefined,
        ...(env.smsWebhook && { sendSms: smsGateway(env.smsWebhook) }) })
      await embedded?.routes(app)
    },
    start: () => transaction(db, (tx) => synchronise(tx, parts.plugins, clock.now())),
  }
}

const isReading = ({ method, routeOptions: { config } }: FastifyRequest): boolean =>
  !config.changing && (method === 'GET' || config.reads === true)

async function synchronise(db: Db, plugins: readonly Plugin[], at: Date) {
  // Two instances that start at once take turns.
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
