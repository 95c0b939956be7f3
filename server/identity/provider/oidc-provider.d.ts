// The package has no types; these are the used parts of version 9.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface ProviderContext {
    readonly req: IncomingMessage
    readonly res: ServerResponse
    readonly method: string
    status: number
    type: string
    body: unknown
    readonly oidc: OidcContext
    set(name: string, value: string): void
    get(name: string): string
  }

  export interface OidcContext {
    readonly route?: string
    readonly provider: Provider
    readonly client: Client
    readonly params: Readonly<Record<string, string | undefined>>
    readonly requestParamScopes: ReadonlySet<string>
    readonly session: Session
    readonly result?: { readonly login?: unknown; readonly consent?: { readonly grantId?: string } }
    readonly entities: { readonly RefreshToken?: RefreshToken; readonly RotatedRefreshToken?: RefreshToken; readonly IdTokenHint?: unknown }
    entity(name: string, value: unknown): void
    urlFor(name: string): string
  }

  export interface Client {
    readonly clientId: string
    readonly redirectUris: readonly string[]
    grantTypeAllowed(type: string): boolean
  }

  export interface Session {
    readonly uid: string
    readonly accountId?: string
    readonly loginTs?: number
    readonly state?: { readonly secret?: string }
    grantIdFor(clientId: string): string | undefined
    past(seconds: number): boolean
  }

  export class Grant {
    constructor(properties: { accountId: string; clientId: string })
    jti: string
    exp: number
    accountId: string
    addOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    getRejectedOIDCClaims(): readonly string[]
    save(): Promise<string>
    static find(id: string): Promise<Grant | undefined>
  }

  export interface TokenProperties {
    readonly accountId: string
    readonly client: Client
    readonly grantId: string
    readonly gty: string
    readonly scope?: string
    readonly resource?: string
    readonly authTime?: number
  }

  export class AccessToken {
    constructor(properties: TokenProperties)
    resourceServer: ResourceServer
    scope: string
    readonly accountId: string
    readonly expiration: number
    readonly tokenType: string
    save(): Promise<string>
  }

  export class RefreshToken {
    constructor(properties: TokenProperties)
    readonly exp: number
    readonly iiat: number
    readonly remainingTTL: number
    totalLifetime(): number
    save(): Promise<string>
  }

  export class IdToken {
    constructor(claims: Record<string, unknown>, context: { ctx: ProviderContext })
    scope: string
    mask: unknown
    rejected: readonly string[]
    set(name: string, value: unknown): void
    issue(options: { use: 'idtoken' }): Promise<string>
  }

  export class ResourceServer {
    constructor(identifier: string, information: ResourceServerInformation)
  }

  export interface ResourceServerInformation {
    readonly scope: string
    readonly audience: string
    readonly accessTokenTTL: number
    readonly accessTokenFormat: 'jwt'
    readonly jwt: { readonly sign: { readonly alg: 'RS256' } }
  }

  export interface Interaction {
    readonly uid: string
    readonly params: Readonly<Record<string, string | undefined>>
    readonly prompt: { readonly name: string }
    readonly exp: number
  }

  export interface Account {
    readonly accountId: string
    claims(): Promise<Record<string, unknown>>
  }

  export interface Adapter {
    upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void>
    find(id: string): Promise<AdapterPayload | undefined>
    findByUid(uid: string): Promise<AdapterPayload | undefined>
    findByUserCode(userCode: string): Promise<AdapterPayload | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  export interface AdapterPayload {
    readonly [name: string]: unknown
    readonly accountId?: string
    readonly grantId?: string
    readonly uid?: string
    readonly consumed?: number
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    proxy: boolean
    readonly AccessToken: typeof AccessToken
    readonly RefreshToken: typeof RefreshToken
    readonly IdToken: typeof IdToken
    readonly Client: { find(id: string): Promise<Client | undefined> }
    readonly Grant: typeof Grant
    readonly ResourceServer: typeof ResourceServer
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    use(middleware: (context: ProviderContext, next: () => Promise<void>) => Promise<void>): this
    on(event: 'server_error', listener: (context: ProviderContext, error: Error) => void): this
    registerGrantType(name: string, handler: (context: ProviderContext) => Promise<void>, parameters: readonly string[],
      duplicates?: readonly string[]): void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionResult(request: IncomingMessage, response: ServerResponse, result: object,
      options: { mergeWithLastSubmission: boolean }): Promise<string>
  }

  export default Provider

  export namespace errors {
    class InvalidRequest extends Error {
      constructor(description: string)
    }
    class InvalidGrant extends Error {
      constructor(description: string)
      error_description: string
    }
    class InvalidTarget extends Error {}
    class SessionNotFound extends Error {}
  }

  export namespace interactionPolicy {
    class Check {
      constructor(reason: string, description: string, check: (context: ProviderContext) => boolean | Promise<boolean>)
    }
    function base(): { get(name: 'login'): { checks: { add(check: Check): void } } }
  }
}

declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}

declare module 'oidc-provider/lib/helpers/als.js' {
  import type { AsyncLocalStorage } from 'node:async_hooks'

  /** Holds the provider's context of a request. */
  const storage: AsyncLocalStorage<unknown>
  export default storage
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider'

  export import InvalidRequest = errors.InvalidRequest
  export import InvalidGrant = errors.InvalidGrant
  export import InvalidTarget = errors.InvalidTarget
  export import SessionNotFound = errors.SessionNotFound
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider'

  export import Check = interactionPolicy.Check
  export import base = interactionPolicy.base
}
