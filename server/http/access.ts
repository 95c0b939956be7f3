import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { type Permission, permits } from '#kernel/permissions.ts'
import { Forbidden } from '#kernel/errors.ts'
import type { Caller } from '#server/identity/caller.ts'

/** The callers who may make a call. The row scope is not part of it: it is applied by the query. */
export type Access =
  | { readonly who: 'open' }
  | { readonly who: 'signedIn' }
  | { readonly who: 'holder'; readonly of: 'all' | 'any'; readonly permissions: readonly Permission[] }

/** Open to callers who are not signed in; `request.caller` is not set. */
export const open: Access = Object.freeze({ who: 'open' })

/** Every signed-in person. */
export const signedIn: Access = Object.freeze({ who: 'signedIn' })

/** Holders of every one of these permissions. */
export const needs = (...permissions: readonly [Permission, ...Permission[]]): Access =>
  Object.freeze({ who: 'holder', of: 'all', permissions })

/** Holders of at least one of these permissions. */
export const needsAny = (...permissions: readonly [Permission, ...Permission[]]): Access =>
  Object.freeze({ who: 'holder', of: 'any', permissions })

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required on every route; registration fails without it. */
    access?: Access
    /** A GET that changes data: audited, and refused to pages of other sites. */
    changing?: true
    /** A POST that only reads (a paged list): not audited. */
    reads?: true
    /** The handler's result is sent without an envelope. */
    raw?: true
    /** The answer is a file, so every refusal has an HTTP status other than 200. */
    answersFile?: true
    /** Sends `data` also as `result`, for clients that read the former name. */
    aliasResult?: true
    /** Also accepts application/x-www-form-urlencoded. */
    form?: true
    /** Also accepts multipart/form-data. */
    multipart?: true
    /** Name of the resource, for the audit log and the authorisation matrix. */
    resource?: string
  }
}

/** A registered call, for the authorisation matrix. */
export interface RegisteredRoute {
  readonly method: string
  readonly url: string
  readonly access: Access
  readonly changing: boolean
  /** A POST that only reads. */
  readonly reads: boolean
  readonly resource?: string
}

/** Authenticates the caller. @throws Unauthenticated without a valid token */
export type Authenticate = (request: FastifyRequest) => Promise<Caller>

/**
 * The only place that authorises calls, by the matched route, never by the text of its path. A route without declared access does not
 * register.
 */
export function installAuthorization(app: FastifyInstance, authenticate: Authenticate): void {
  const registry: RegisteredRoute[] = []
  app.decorate(registryKey, registry)
  app.decorateRequest('signedIn', undefined)
  app.decorateRequest('caller', { getter: callerOf })
  app.addHook('onRoute', (route) => {
    registry.push(...checked(route))
  })
  app.addHook('onRequest', async (request) => {
    if (request.is404) return
    const { access, changing } = request.routeOptions.config
    if (access?.who === 'open') return
    request.signedIn = await authenticate(request)
    if (!access || !admits(access, request.signedIn)) throw new Forbidden('error.forbidden')
    if (changing && !isOwnPage(request)) throw new Forbidden('error.crossSite')
  })
}

/** Every route with its access, in the order of registration. */
export function routeRegistry(app: FastifyInstance): readonly RegisteredRoute[] {
  return app.getDecorator<readonly RegisteredRoute[]>(registryKey)
}

/** Returns whether a person has the permissions for a route. */
function admits(access: Access, caller: Pick<Caller, 'permissions'>): boolean {
  if (access.who !== 'holder') return true
  const held = (permission: string) => permits(caller.permissions, permission)
  return access.of === 'all' ? access.permissions.every(held) : access.permissions.some(held)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; throws on a route that is open to all. */
    readonly caller: Caller
    /** The caller if one was authenticated, also on a route that is open to all. */
    signedIn: Caller | undefined
  }
}

const registryKey = 'routeRegistry'

function callerOf(this: FastifyRequest): Caller {
  if (!this.signedIn) throw new Error(`${this.method} ${this.routeOptions.url} is open to all and has no caller`)
  return this.signedIn
}

function checked(route: RouteOptions): RegisteredRoute[] {
  const { access, changing = false, reads = false, resource } = route.config ?? {}
  const complaint = complaintAbout(route.url, access, changing)
  if (!access || complaint) throw new Error(`${String(route.method)} ${route.url} ${complaint}`)
  return [route.method].flat().map((method) => ({ method, url: route.url, access, changing, reads, resource }))
}

function complaintAbout(url: string, access: Access | undefined, changing: boolean): string | undefined {
  if (!access) return 'does not declare who may call it (config.access)'
  if (access.who === 'holder' && access.permissions.length === 0) return 'needs no permission by name: say signedIn or open'
  if (changing && access.who === 'open') return 'changes something and is open to all'
  if (/^\/api(\/|$)/.test(url)) return 'must not carry the /api prefix: the host serves every route with and without it'
  return undefined
}

/**
 * Returns whether a request comes from our own page. Browsers send the site of the page; other clients do not, and hold the token
 * themselves.
 */
function isOwnPage(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin'
}
