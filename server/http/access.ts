import type { Permission } from '#kernel/permissions.ts'

/** The callers who may make a call. Data scope is not said here: it belongs to the query. */
export type Access =
  | { readonly who: 'open' }
  | { readonly who: 'signedIn' }
  | { readonly who: 'holder'; readonly of: 'all' | 'any'; readonly permissions: readonly Permission[] }

/** Open to callers who are not signed in; `request.caller` is not known. */
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
    /** Every route says who may call it; registration fails without. */
    access?: Access
    /** A GET that changes something: audited, and refused to pages of other sites. */
    changing?: true
    /** A POST that only asks (a paged list): not audited. */
    reads?: true
    /** The handler answers for itself: no envelope around what it returns. */
    raw?: true
    /** The answer is a file, so every refusal has an HTTP status other than 200. */
    answersFile?: true
    /** Repeats `data` as `result`, for readers of the older name. */
    aliasResult?: true
    /** Accepts application/x-www-form-urlencoded beside JSON. */
    form?: true
    /** Accepts multipart/form-data. */
    multipart?: true
    /** Name of what the call is about, for the audit log and the authorisation matrix. */
    resource?: string
  }
}
