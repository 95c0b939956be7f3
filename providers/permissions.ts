import type { ColumnRights, DisclosesDocuments } from '#kernel/fields/disclosure.ts'
import { permits, type Permission } from '#kernel/permissions.ts'
import type { Http } from './http.ts'
import { type IdentityProvider, identityProvider } from './session/identity-provider.ts'

interface Grant {
  readonly rsname: string
  readonly scopes?: readonly string[]
}

interface OwnPermissions {
  readonly permissions: readonly Permission[]
  /** The person's access to single columns. */
  readonly columns?: ColumnRights
  readonly roles?: readonly string[]
}

let held: ReadonlySet<Permission> = new Set()
let columns: ColumnRights = {}
let roles: readonly string[] = []

/** Returns whether the signed-in person may do what a permission allows; answers from memory. */
export const may = (needed: Permission | undefined): boolean => needed === undefined || permits(held, needed)

/** The facts that decide which fields of records and documents the signed-in person is shown. */
export const reader = (): DisclosesDocuments => ({ permissions: held, columns, roles })

/**
 * Loads what the person may do: the identity provider's grants and our own.
 *
 * @throws HttpFailure
 */
export async function loadPermissions(http: Http, token: () => Promise<string | undefined>): Promise<readonly Permission[]> {
  const [granted, own] = await Promise.all([loadGrants(token), http.get<OwnPermissions>('/system/permissions/mine')])
  keepPermissions({ ...own, permissions: [...granted, ...own.permissions] })
  return [...held]
}

/** Keeps what the person may do, in place of what was known before. */
export function keepPermissions(own: OwnPermissions): void {
  held = new Set(own.permissions)
  columns = own.columns ?? {}
  roles = own.roles ?? []
}

/**
 * A refusal (403 access_denied) means that nothing is granted. A provider of the company's is not asked: the server goes by its own rights.
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
