import type { Account, Grant, ProviderContext, RefreshToken, ResourceServerInformation, Session } from 'oidc-provider'
import { splitName } from '#kernel/wording/names.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { Env } from '#server/env.ts'
import type { Db } from '#server/database/tables.ts'
import { parseLanguage } from '#server/http/language.ts'
import { accessTokenLife, codeLife, interactionLife, type Keys, refreshAbsolute, refreshIdle, refreshLife,
  webClient } from '../sessions/tokens.ts'
import type { Organisations } from '../organisation/organisation.ts'
import { inboundAudience } from '../sessions/service-accounts.ts'
import { adapterOf } from './adapter.ts'
import { originsOf, realm } from './addresses.ts'
import { errors, interactionPolicy } from './library.ts'
import { type Frame, frameOf, type FrameSource, policyOfPages } from '../pages/document.ts'
import { messagePage, signOutPage } from '../pages/sign-in-pages.ts'

export interface ProviderDependencies {
  readonly db: Db
  readonly env: Pick<Env, 'publicUrl' | 'port' | 'demo' | 'passwordCost' | 'serviceAccounts'>
  readonly keys: Keys
  readonly organisations: Organisations
}

/** Client for scripts and tests; exists only with the demo company. */
const commandLineClient = 'oa-cli'

export const allScopes = 'openid profile email offline_access'

/** The resource that access tokens are issued for: the API. */
export const apiResource = 'urn:oa:api'

export const apiResourceServer: ResourceServerInformation = {
  scope: allScopes,
  audience: webClient,
  accessTokenTTL: accessTokenLife,
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: 'RS256' } },
}

/** The resource that tokens of service accounts are issued for: calls of other systems. */
const inboundResource = 'urn:oa:inbound'

const inboundResourceServer: ResourceServerInformation = { ...apiResourceServer, scope: 'inbound', audience: inboundAudience }

/** Settings of the embedded provider; its routes are those of Keycloak. */
export function configurationOf(parts: ProviderDependencies, pages: Pages): Readonly<Record<string, unknown>> {
  const protocol = '/protocol/openid-connect'
  return {
    adapter: adapterOf(parts.db),
    clients: clientsOf(parts.env),
    jwks: { keys: [parts.keys.signing] },
    cookies: cookiesOf(parts.keys),
    routes: { authorization: `${protocol}/auth`, token: `${protocol}/token`, userinfo: `${protocol}/userinfo`, jwks: `${protocol}/certs`,
      end_session: `${protocol}/logout` },
    scopes: allScopes.split(' '),
    claims: { openid: ['sub', 'sid'], profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale'], email: ['email'] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    allowOmittingSingleRegisteredRedirectUri: false,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: parts.env.serviceAccounts.length > 0 },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      // The provider's own confirmation is replaced, see `askToSignOut`.
      rpInitiatedLogout: { enabled: true, logoutSource: async () => undefined, postLogoutSuccessSource: pages.signedOut },
      resourceIndicators: { enabled: true,
        defaultResource: (_: ProviderContext, client: GrantHolder) => (isService(client) ? inboundResource : apiResource),
        useGrantedResource: () => true, getResourceServerInfo },
    },
    discovery: { ui_locales_supported: ['zh-CN', 'en'] },
    ttl: lifetimes,
    rotateRefreshToken: true,
    issueRefreshToken: (_: ProviderContext, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed('refresh_token'),
    // Signing out also ends the refresh tokens.
    expiresWithSession: () => true,
    interactions: { policy: policyOf(parts.db), url: (_: ProviderContext, { uid }: { uid: string }) => `${realm}/sign-in/${uid}` },
    extraTokenClaims: (_: ProviderContext, token: TokenOfPerson) => tokenClaims(parts, token),
    findAccount: (_: ProviderContext, id: string) => accountOf(parts, id),
    loadExistingGrant,
    renderError: pages.renderError,
    clientBasedCORS: (_: ProviderContext, origin: string) => originsOf(parts.env).includes(origin),
  }
}

function clientsOf(env: ProviderDependencies['env']) {
  const at = (...paths: string[]) => originsOf(env).flatMap((origin) => paths.map((path) => `${origin}${path}`))
  const common = { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'RS256' }
  const web = { ...common, client_id: webClient, grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'],
    redirect_uris: at('/login', '/'), post_logout_redirect_uris: at('/', '/login') }
  const commandLine = { ...common, client_id: commandLineClient, grant_types: ['password', 'refresh_token'], response_types: [],
    redirect_uris: [] }
  const services = env.serviceAccounts.map(({ id, secret }) => ({ client_id: id, client_secret: secret, grant_types: ['client_credentials'],
    response_types: [], redirect_uris: [], token_endpoint_auth_method: 'client_secret_basic', id_token_signed_response_alg: 'RS256' })
  )
  return [web, ...(env.demo ? [commandLine] : []), ...services]
}

type GrantHolder = { grantTypeAllowed(type: string): boolean }

const isService = (client: GrantHolder): boolean => client.grantTypeAllowed('client_credentials')

function cookiesOf({ cookies }: Keys) {
  const options = { httpOnly: true, sameSite: 'lax', signed: true }
  return { keys: [cookies], names: { session: 'oa_session', interaction: 'oa_interaction', resume: 'oa_resume' },
    long: { ...options, path: realm }, short: options }
}

const lifetimes = {
  AccessToken: accessTokenLife,
  ClientCredentials: accessTokenLife,
  AuthorizationCode: codeLife,
  Grant: refreshAbsolute,
  IdToken: refreshAbsolute,
  Interaction: interactionLife,
  RefreshToken: (_: ProviderContext, token: RefreshToken) => refreshLife(token.totalLifetime()),
  Session: (_: ProviderContext,
    session: Session) => (session.loginTs ? Math.max(1, refreshAbsolute - (epochSeconds() - session.loginTs)) : interactionLife),
}

const epochSeconds = () => Math.floor(Date.now() / 1000)

async function getResourceServerInfo(_: ProviderContext, resource: string, client: GrantHolder): Promise<ResourceServerInformation> {
  if (resource !== (isService(client) ? inboundResource : apiResource)) throw new errors.InvalidTarget()
  return isService(client) ? inboundResourceServer : apiResourceServer
}

/** Our own application needs no consent: its grant is created automatically, and again after it expired or was revoked. */
async function loadExistingGrant({ oidc }: ProviderContext): Promise<Grant> {
  const id = oidc.session.grantIdFor(oidc.client.clientId)
  const known = id ? await oidc.provider.Grant.find(id) : undefined
  const grant = known ?? new oidc.provider.Grant({ accountId: oidc.session.accountId ?? '', clientId: oidc.client.clientId })
  grant.addOIDCScope(allScopes)
  grant.addResourceScope(apiResource, allScopes)
  // A refresh token of this sign-in may live for the maximum time from now.
  grant.exp = epochSeconds() + refreshAbsolute
  await grant.save()
  return grant
}

/** Demands signing in after a longer absence than an idle refresh token lives, even with a session in the browser. */
function policyOf(db: Db) {
  const policy = interactionPolicy.base()
  policy.get('login').checks.add(
    new interactionPolicy.Check('idle', 'the session was not used for a while', async ({ oidc }) => {
      if (!oidc.session.accountId || oidc.result?.login || !oidc.session.past(refreshIdle)) return false
      const grant = oidc.session.grantIdFor(oidc.client.clientId)
      const refreshToken = grant &&
        (await db.selectFrom('idp_record').select('id').where('model', '=', 'RefreshToken').where('grant_id', '=', grant).where(
          'consumed_at',
          'is',
          null,
        ).where('expires_at', '>', new Date()).executeTakeFirst())
      return !refreshToken
    }),
  )
  return policy
}

interface TokenOfPerson {
  readonly accountId?: string
  readonly grantId?: string
}

/**
 * The epoch ties an access token to the sign-ins that an administrator or a new password can end; the grant ties it to the one that
 * signing out ends.
 */
async function tokenClaims({ db, organisations }: ProviderDependencies, { accountId: id, grantId: grant }: TokenOfPerson) {
  const member = id ? (await organisations.at(db)).users.get(id) : undefined
  return member && { epoch: member.sessionEpoch, grant, preferred_username: member.userName }
}

/** Finds the account for tokens; undefined for disabled people, who get no tokens and no refresh. */
export async function accountOf({ db, organisations }: Pick<ProviderDependencies, 'db' | 'organisations'>,
  id: string): Promise<Account | undefined> {
  const member = (await organisations.at(db)).users.get(id)
  if (!member?.enabled) return undefined
  return {
    accountId: id,
    async claims() {
      const row = await db.selectFrom('sys_user').select('email').where('id', '=', id).executeTakeFirst()
      const { cn, en } = splitName(member.name)
      return { sub: id, name: member.name, given_name: en, family_name: cn, preferred_username: member.userName,
        locale: member.locale === 'en' ? 'en-US' : 'zh-CN', email: row?.email ?? undefined }
    },
  }
}

export type Pages = ReturnType<typeof pagesOf>

/**
 * Our pages in place of the provider's own: sign-out confirmation, signed out, and errors. They contain no inline scripts, which our
 * content security policy forbids.
 */
export function pagesOf(source: FrameSource) {
  const show = async (ctx: ProviderContext, page: (frame: Frame) => string) => {
    ctx.type = 'html'
    ctx.set('content-security-policy', policyOfPages(source.origins))
    ctx.body = page(await frameOf(source, localeOf(ctx)))
  }
  return {
    renderError: (ctx: ProviderContext) => show(ctx, (frame) => messagePage(frame, 'failed', ctx.res.getHeader('x-trace-id')?.toString())),
    signedOut: (ctx: ProviderContext) => show(ctx, (frame) => messagePage(frame, 'signedOut')),
    /** Shows the form that confirms signing out; a request of the application itself is submitted without confirmation. */
    async askToSignOut(ctx: ProviderContext, next: () => Promise<void>) {
      await next()
      if (ctx.oidc?.route !== 'end_session' || ctx.status !== 200) return
      const { session, entities } = ctx.oidc
      const certain = entities.IdTokenHint !== undefined || !session.accountId
      await show(ctx,
        (frame) => signOutPage({ ...frame, action: ctx.oidc.urlFor('end_session_confirm'), token: session.state?.secret ?? '', certain }))
    },
  }
}

function localeOf(ctx: ProviderContext): Locale {
  return parseLanguage(ctx.oidc?.params?.['ui_locales']?.replaceAll(' ', ',') ?? ctx.get('accept-language'))
}
