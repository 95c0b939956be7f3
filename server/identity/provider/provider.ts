import type { IncomingMessage } from 'node:http'
import type { Client, Provider as OidcProvider, ProviderContext, RefreshToken } from 'oidc-provider'
import type { Logger } from 'pino'
import { type SignInSource, signInWithPassword } from '../accounts/accounts.ts'
import { issuerOf } from './addresses.ts'
import { allScopes, apiResource, apiResourceServer, configurationOf, type Pages, type ProviderDependencies } from './configuration.ts'
import { errors, Provider } from './library.ts'

/** Allows scripts of the demo company to sign in by password, within the same limits as people. */
function registerPasswordGrant(provider: OidcProvider, source: SignInSource, addressOf: (context: ProviderContext) => string): void {
  const handler = async (ctx: ProviderContext) => {
    const { username = '', password = '' } = ctx.oidc.params
    const result = await signInWithPassword(source, username, password, { address: addressOf(ctx), isGone: () => ctx.req.socket.destroyed })
    if (result.outcome === 'busy') throw Object.assign(refused(reasons.busy), { status: 429, statusCode: 429 })
    if (result.outcome !== 'accepted') throw refused(reasons[result.outcome])
    if (result.mustChangePassword) throw refused('The password must be changed on the sign-in page first')
    const { answer, refreshToken } = await issueTokens(provider, ctx.oidc.client, result.id)
    ctx.oidc.entity('RefreshToken', refreshToken)
    ctx.body = { ...answer, id_token: await idTokenOf(provider, ctx, { id: result.id, name: result.userName }) }
  }
  provider.registerGrantType('password', handler, ['username', 'password', 'scope'])
}

interface TokenAnswer {
  readonly access_token: string
  readonly refresh_token: string
  readonly token_type: 'Bearer'
  /** Seconds. */
  readonly expires_in: number
  readonly scope: string
}

/** Issues access and refresh tokens for a person whose password was checked, outside the code flow. */
export async function issueTokens(provider: OidcProvider, client: Client,
  accountId: string): Promise<{ answer: TokenAnswer; refreshToken: RefreshToken }> {
  const grant = new provider.Grant({ accountId, clientId: client.clientId })
  grant.addOIDCScope(allScopes)
  grant.addResourceScope(apiResource, allScopes)
  const common = { accountId, client, grantId: await grant.save(), gty: 'password' }
  const access = new provider.AccessToken(common)
  access.resourceServer = new provider.ResourceServer(apiResource, apiResourceServer)
  access.scope = allScopes
  const refreshToken = new provider.RefreshToken({ ...common, scope: allScopes, resource: apiResource,
    authTime: Math.floor(Date.now() / 1000) })
  const answer = { access_token: await access.save(), refresh_token: await refreshToken.save(), token_type: 'Bearer',
    expires_in: access.expiration, scope: allScopes } as const
  return { answer, refreshToken }
}

async function idTokenOf(provider: OidcProvider, ctx: ProviderContext, { id, name }: { id: string; name: string }): Promise<string> {
  const token = new provider.IdToken({ sub: id, preferred_username: name }, { ctx })
  token.scope = 'openid profile'
  token.mask = {}
  token.rejected = []
  return token.issue({ use: 'idtoken' })
}

/** The library hides reasons of failure; this one may be shown to the person. */
function refused(reason: string) {
  return Object.assign(new errors.InvalidGrant(reason), { error_description: reason })
}

const reasons = {
  wrong: 'Wrong user name or password',
  disabled: 'This account is deactivated',
  busy: 'Many sign-ins are under way: try again in a moment',
  locked: 'Too many wrong passwords: try again later',
} as const

/** Socket addresses of requests, as determined by the HTTP server behind trusted proxies. */
export type Addresses = WeakMap<IncomingMessage, string>

/** The embedded identity provider; it has no state in memory that other instances would need. */
export function embeddedProvider(
  parts: ProviderDependencies & SignInSource & { readonly log: Logger; readonly addresses: Addresses; readonly pages: Pages },
): Provider {
  const provider = new Provider(issuerOf(parts.env), configurationOf(parts, parts.pages))
  // We set host and scheme of every request from the known origins, see the mount.
  provider.proxy = true
  if (parts.env.demo) registerPasswordGrant(provider, parts, ({ req }) => parts.addresses.get(req) ?? 'unknown')
  provider.use(addRefreshLife).use(parts.pages.askToSignOut)
  provider.on('server_error', (_, error) => parts.log.error({ err: error }, 'the identity provider failed'))
  return provider
}

/** Adds the lifetime of the refresh token to the token response, for browsers to schedule the refresh. */
async function addRefreshLife(ctx: ProviderContext, next: () => Promise<void>) {
  await next()
  if (ctx.oidc?.route !== 'token' || ctx.status !== 200 || typeof ctx.body !== 'object') return
  const refresh = ctx.oidc.entities.RefreshToken
  if (refresh) ctx.body = { ...ctx.body, refresh_expires_in: refresh.remainingTTL }
}
