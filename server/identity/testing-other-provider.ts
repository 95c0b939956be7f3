import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'

/**
 * An external identity provider in a separate process: Keycloak's paths and tokens, one public client. Its arguments are the origins of
 * browsers; it prints its issuer on its first line. Signing in with any name is accepted. Messages of the test rotate keys and request
 * signed tokens.
 */
const Provider = createRequire(import.meta.url)('oidc-provider/lib/provider.js').Provider as new(issuer: string,
  settings: object
) => { callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>; readonly Grant: new(
    properties: object,
  ) => { addOIDCScope(scope: string): void; addResourceScope(resource: string, scope: string): void; save(): Promise<string> } }

export type ProviderOrder =
  | { readonly order: 'rotate' }
  | { readonly order: 'sign'; readonly claims: Readonly<Record<string, unknown>>; readonly expires: string;
    readonly algorithm: 'RS256' | 'HS256'; readonly key?: string }

const realm = '/realms/works'
const protocol = '/protocol/openid-connect'
const client = 'office'
const scopes = 'openid profile email offline_access'
const origins = process.argv.slice(2)
let signing = await newKey('first')
let provider: InstanceType<typeof Provider>

const server = createServer((request, response) => {
  Object.assign(request, { originalUrl: request.url })
  const url = request.url ?? ''
  const uid = /^\/realms\/works\/sign-in\/([\w-]+)$/.exec(url)?.[1]
  if (uid) return void signInPage(request, response)
  if (!url.startsWith(realm)) return void response.writeHead(404).end()
  request.url = url.slice(realm.length)
  provider.callback()(request, response)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${realm}`
provider = providerOf()
process.on('message', (message: ProviderOrder) => void obey(message))
process.on('disconnect', () => process.exit(0))
process.stdout.write(`${issuer}\n`)

function providerOf() {
  const configured = new Provider(issuer, {
    jwks: { keys: [signing] },
    clients: [{ client_id: client, token_endpoint_auth_method: 'none', grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'], redirect_uris: origins.map((origin) => `${origin}/login`),
      post_logout_redirect_uris: origins.map((origin) => `${origin}/`) }],
    routes: { authorization: `${protocol}/auth`, token: `${protocol}/token`, userinfo: `${protocol}/userinfo`, jwks: `${protocol}/certs`,
      end_session: `${protocol}/logout` },
    scopes: scopes.split(' '),
    claims: { openid: ['sub'], profile: ['preferred_username'], email: ['email'] },
    pkce: { required: () => true },
    cookies: { keys: ['of the test'] },
    clientBasedCORS: (_: unknown, origin: string) => origins.includes(origin),
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: { enabled: true, defaultResource: () => 'urn:works', useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: scopes, audience: 'account', accessTokenTTL: 300, accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } } }) },
    },
    issueRefreshToken: () => true,
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `${realm}/sign-in/${uid}` },
    extraTokenClaims: (_: unknown, { accountId }: { accountId: string }) => ({ typ: 'Bearer', azp: client,
      preferred_username: accountId.replace('person-', '') }),
    findAccount: (_: unknown, id: string) => ({ accountId: id,
      claims: () => ({ sub: id, preferred_username: id.replace('person-', '') }) }),
    async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string } } }) {
      const grant = new configured.Grant({ accountId: oidc.session.accountId, clientId: client })
      grant.addOIDCScope(scopes)
      grant.addResourceScope('urn:works', scopes)
      await grant.save()
      return grant
    },
  })
  return configured
}

async function signInPage(request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'POST') {
    const page =
      '<!doctype html><html lang="en"><title>Works</title><link rel="icon" href="data:,"><form method="post"><label>Name <input name="name"></label><button>Go on</button></form></html>'
    return response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }
  let body = ''
  for await (const part of request as AsyncIterable<Buffer>) body += part.toString()
  await provider.interactionFinished(request, response, { login: { accountId: `person-${new URLSearchParams(body).get('name')}` } })
}

async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
}

async function obey(message: ProviderOrder) {
  if (message.order === 'rotate') {
    signing = await newKey('second')
    provider = providerOf()
    return process.send?.('rotated')
  }
  const { claims, expires, algorithm, key } = message
  const token = new SignJWT({ iss: issuer, azp: client, aud: 'account', typ: 'Bearer', ...claims }).setProtectedHeader({ alg: algorithm,
    kid: signing.kid, typ: 'JWT' })
    .setIssuedAt().setExpirationTime(expires)
  return process.send?.(await token.sign(algorithm === 'HS256' ? new TextEncoder().encode(key) : await importJWK(signing, 'RS256')))
}
