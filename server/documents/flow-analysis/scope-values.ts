import type { Person } from '#approval/directory.ts'
import { scopedRolesOf } from '#kernel/composition/flow/role-scope-findings.ts'
import type { Flow } from '#kernel/flow.ts'
import { everyValue, type RoleScope } from '#kernel/plugin.ts'

interface ScopedFlow {
  readonly flow: Flow
  readonly roleScopes: readonly RoleScope[]
  readonly dictionaries: ReadonlyMap<string, readonly { readonly value: string; readonly disabled?: boolean }[]>
}

/** Possible values of the fields by which scoped roles are resolved, by their paths. */
export type ScopeValues = ReadonlyMap<string, readonly string[]>

/**
 * The values of each scope: all choices of its dictionary, else the values that members hold. Dictionary values that no member holds are
 * included, so that they are found.
 */
export function scopeValuesOf({ flow, roleScopes, dictionaries }: ScopedFlow, people: readonly Person[]): ScopeValues {
  return new Map(scopedRolesOf(flow).map(({ role, by, scope: path }) => {
    const choices = dictionaries.get(roleScopes.find(({ key }) => key === by)?.dict ?? '')?.filter(({ disabled }) => disabled !== true).map(
      ({ value }) => value,
    )
    const held = people.flatMap(({ roleScopes: scopes }) => scopes?.[role]?.[by] ?? []).filter((value) => value !== everyValue)
    return [path, choices ?? (held.length > 0 ? [...new Set(held)] : ['?'])]
  }))
}
