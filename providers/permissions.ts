import type { AccessControlProvider, CanParams } from '@refinedev/core'
import type { ColumnRights, DisclosesDocuments } from '#kernel/fields/disclosure.ts'
import { type Permission, permits } from '#kernel/permissions.ts'
import type { Http } from './http.ts'
import { type IdentityProvider, identityProvider } from './session.ts'

interface Grant {
  readonly rsname: string
  readonly scopes?: readonly string[]
}

interface OwnPermissions {
  readonly permissions: readonly Permission[]
  /** The person's access to columns. */
  readonly columns?: ColumnRights
  readonly roles?: readonly string[]
}

let held: ReadonlySet<Permission> = new Set()
let columns: ColumnRights = {}
let roles: readonly string[] = []

/** Returns whether the signed-in person has a permission, from the loaded ones. */
export const may = (needed: Permission | undefined): boolean => needed === undefined || permits(held, needed)

/** The facts about the signed-in person that decide which fields they see. */
export const reader = (): DisclosesDocuments => ({ permissions: held, columns, roles })

/**
 * Loads the person's permissions, from the identity provider and from our server.
 *
 * @throws HttpFailure
 */
export async function loadPermissions(http: Http, token: () => Promise<string | undefined>): Promise<readonly Permission[]> {
  const [granted, own] = await Promise.all([loadGrants(token), http.get<OwnPermissions>('/system/permissions/mine')])
  keepPermissions({ ...own, permissions: [...granted, ...own.permissions] })
  return [...held]
}

/** Replaces the loaded permissions. */
export function keepPermissions(own: OwnPermissions): void {
  held = new Set(own.permissions)
  columns = own.columns ?? {}
  roles = own.roles ?? []
}

/**
 * Grants of the identity provider; 403 access_denied means none. An external provider is not asked, since only our server's permissions
 * apply then.
 */
async function loadGrants(token: () => Promise<string | undefined>): Promise<readonly Permission[]> {
  const provider = await identityProvider()
  return provider.isExternal ? [] : askGrants(provider, await token())
}

async function askGrants({ authority, clientId }: IdentityProvider, token: string | undefined): Promise<readonly Permission[]> {
  const response = await fetch(`${authority}/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:uma-ticket',
      audience: clientId,
      response_mode: 'permissions',
    }),
  })
  if (response.status === 403) return []
  if (!response.ok) throw new Error(`permissions: ${response.status}`)
  const grants = (await response.json()) as readonly Grant[]
  return grants.flatMap(({ rsname, scopes = [] }) => [rsname, ...scopes.map((scope) => `${rsname}:${scope}`)])
}

/** Refine's access control, asked per row and button; answered synchronously from the loaded permissions, without a call. */
export const accessControl: AccessControlProvider = {
  can: async (question) => {
    const needed = neededFor(question)
    return needed !== noPermission && may(needed) ? { can: true } : { can: false, reason: needed }
  },
  options: { buttons: { enableAccessControl: true, hideIfUnauthorized: true } },
}

/** A permission that no person has, for actions that a resource does not declare. */
const noPermission = 'none'

/**
 * The permission for an action: from `meta.can` of the resource (undefined: open to everybody), else `resource:action`.
 */
function neededFor({ resource, action, params }: CanParams): string | undefined {
  const declared = params?.resource?.meta?.['can'] as Record<string, string | undefined> | undefined
  if (!declared) return resource === undefined ? undefined : `${resource}:${action}`
  const own = actions[action] ?? action
  return own in declared ? declared[own] : noPermission
}

/** Refine's action names mapped to those of our declarations. */
const actions: Readonly<Record<string, string>> = { list: 'view', show: 'view', create: 'add', clone: 'add' }
