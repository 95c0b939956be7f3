import type { Permission } from '#kernel/permissions.ts'

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
