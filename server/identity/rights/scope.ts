import type { Db } from '#server/database/tables.ts'
import type { Caller, DataScope } from '../caller.ts'
import type { ScopeCode } from '../tables.ts'

/** Departments whose rows a caller may see; their own rows are always visible. */
export type DepartmentScope = 'all' | readonly string[]

/** Finds the departments whose rows of a resource a caller may see. */
export type DepartmentScopes = (db: Db, caller: Caller, resource: string) => Promise<DepartmentScope>

/** The organisation tree for resolving scopes. */
export interface ScopeTree {
  /** Ids from the root down to the unit itself. */
  lineage(id: string): readonly string[]
  /** The nearest enterprise at or above a unit. */
  enterprise(id: string): string | undefined
  parent(id: string): string | undefined
  /** All descendants, without the unit itself. */
  below(id: string): readonly string[]
}

/** The departments that a caller's roles grant for one resource; all for an administrator. */
export function resolveScope(tree: ScopeTree, caller: Pick<Caller, 'admin' | 'departments' | 'scopes'>, resource: string): DepartmentScope {
  if (caller.admin) return 'all'
  const scopes = caller.scopes[resource] ?? caller.scopes['*'] ?? []
  const parts = scopes.map((scope) => resolvers[scope.scope](tree, scope, caller.departments))
  if (parts.includes('all')) return 'all'
  return [...new Set(parts.flat())]
}

/** Codes of the scopes on the wire and in tables. */
export const scopeCodes: Readonly<Record<DataScope['scope'], ScopeCode>> = { all: 1, custom: 2, department: 3, enterprise: 4,
  enterpriseBelow: 5, self: 6 }

export const scopeOfCode = Object.fromEntries(Object.entries(scopeCodes).map(([name, code]) => [code, name])) as Readonly<
  Record<ScopeCode, DataScope['scope']>
>

/**
 * The row scopes of each role, by resource: the one for the resource, or else its default.
 * @param roles one entry per role of the person
 */
export function scopesByResource(roles: readonly Readonly<Record<string, DataScope>>[]): Record<string, readonly DataScope[]> {
  const resources = new Set(['*', ...roles.flatMap((role) => Object.keys(role))])
  return Object.fromEntries([...resources].map((resource) => [resource, roles.flatMap((role) => role[resource] ?? role['*'] ?? [])]))
}

type Resolver = (tree: ScopeTree, scope: DataScope, own: readonly string[]) => DepartmentScope

const resolvers: Readonly<Record<DataScope['scope'], Resolver>> = {
  all: () => 'all',
  custom: (tree, { departments, withSub }) => spread(tree, departments, withSub),
  department: (tree, { withSub }, own) => spread(tree, own, withSub),
  enterprise: (tree, { withSub }, own) =>
    enterprisesOf(tree, own).flatMap((enterprise) => [
      enterprise,
      ...tree.below(enterprise).filter((id) => tree.enterprise(id) === enterprise && (withSub || tree.parent(id) === enterprise)),
    ]),
  enterpriseBelow: (tree, _, own) => spread(tree, enterprisesOf(tree, own), true),
  self: () => [],
}

function spread(tree: ScopeTree, ids: readonly string[], withSub: boolean): readonly string[] {
  return withSub ? ids.flatMap((id) => [id, ...tree.below(id)]) : ids
}

function enterprisesOf(tree: ScopeTree, own: readonly string[]): string[] {
  return [...new Set(own.flatMap((id) => tree.enterprise(id) ?? []))]
}
