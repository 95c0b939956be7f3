import type { IncomingMessage } from 'node:http'
import type { ProviderContext } from 'oidc-provider'
import type { Logger } from 'pino'
import type { SignInSource } from '../accounts/accounts.ts'
import { issuerOf } from './addresses.ts'
import { configurationOf, type ProviderDependencies } from './configuration.ts'
import type { Pages } from './pages.ts'
import { registerPasswordGrant } from './password-grant.ts'
import { Provider } from './library.ts'

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
