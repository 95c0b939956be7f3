import type { Db } from '#server/database/tables.ts'
import type { Caller, DataScope } from '../caller.ts'
import type { ScopeCode } from '../tables.ts'

/** Departments whose rows a caller sees; their own rows they always see. */
export type DepartmentScope = 'all' | readonly string[]

/** The departments whose rows of a resource a caller sees. */
export type DepartmentScopes = (db: Db, caller: Caller, resource: string) => Promise<DepartmentScope>

/** The facts about the organisation tree that scopes need. */
export interface ScopeTree {
  /** Ids from the root down to the unit itself. */
  lineage(id: string): readonly string[]
  /** The nearest enterprise at or above a unit. */
  enterprise(id: string): string | undefined
  parent(id: string): string | undefined
  /** Every unit below, not itself. */
  below(id: string): readonly string[]
}

/** The departments that a caller's roles open for one resource; an administrator sees all. */
export function resolveScope(tree: ScopeTree, caller: Pick<Caller, 'admin' | 'departments' | 'scopes'>, resource: string): DepartmentScope {
  if (caller.admin) return 'all'
  const scopes = caller.scopes[resource] ?? caller.scopes['*'] ?? []
  const parts = scopes.map((scope) => resolvers[scope.scope](tree, scope, caller.departments))
  if (parts.includes('all')) return 'all'
  return [...new Set(parts.flat())]
}

/** The numbers that the wire and the tables write for the scopes. */
export const scopeCodes: Readonly<Record<DataScope['scope'], ScopeCode>> = { all: 1, custom: 2, department: 3, enterprise: 4,
  enterpriseBelow: 5, self: 6 }

export const scopeOfCode = Object.fromEntries(Object.entries(scopeCodes).map(([name, code]) => [code, name])) as Readonly<
  Record<ScopeCode, DataScope['scope']>
>

/**
 * The scopes of each role, by resource: its own scope for the resource, or else its default.
 * @param roles one entry per role that the person holds
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
