import { type Finding, isError, unknown } from '#kernel/composition/problem.ts'
import type { Flow } from '#kernel/flow.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Form } from '#kernel/form.ts'
import type { DictionaryItem, RecordOwners, RoleScope } from '#kernel/plugin.ts'
import { explanationFindings, ownerFindings, roleScopeFindings } from '#kernel/composition/fields/reference-findings.ts'
import { analyseFlow } from '#kernel/flow-analysis/analyse-flow.ts'
import { waysThrough } from '#kernel/flow-analysis/ways.ts'
import type { Person } from '#approval/directory.ts'
import { directoryOf } from '#server/identity/organisation/directory.ts'
import type { Organisation } from '#server/identity/organisation/organisation.ts'
import { organisationFindings, type ScopeChoice, scopeValuesOf } from './current-organisation.ts'

/** The input of an analysis except the organisation; plain data, so that it can be posted to a worker thread. */
export interface FlowSimulation {
  readonly form: Form
  readonly flow: Flow
  readonly dictionaries: ReadonlyMap<string, readonly (DictionaryItem & { readonly disabled?: boolean })[]>
  /** Keys of all roles, disabled ones included. */
  readonly roles: readonly string[]
  readonly roleScopes: readonly RoleScope[]
  /** Records of role scopes that are no dictionaries, by the keys of the scopes. */
  readonly scopeRecords?: ReadonlyMap<string, readonly ScopeChoice[]>
  readonly owners: readonly RecordOwners[]
  /** Keys of explanations that nodes may require. */
  readonly explanations: readonly string[]
  readonly at: Date
}

/**
 * Returns the findings against publishing a flow now: the static ones and, where none of these is an error, the nodes without approvers
 * in the current organisation. Errors prevent publishing, warnings are only shown. Pure.
 * @param timeout time limit of the simulations with people, ms
 */
export function analysisOf({ form, flow, dictionaries, roles, roleScopes, scopeRecords, owners, explanations, at }: FlowSimulation,
  organisation: Organisation, timeout: number): Finding[] {
  const parts = { fields: form.fields, dictionaries: (key: string) => dictionaries.get(key) }
  const still = [...analyseFlow(flow, parts), ...roleFindings(flow, new Set(roles)),
    ...roleScopeFindings(flow, form.fields, new Map(roleScopes.map((scope) => [scope.key, scope]))),
    ...ownerFindings(flow, form.fields, new Set(owners.map(({ of }) => of))), ...explanationFindings(flow, new Set(explanations))]
  if (still.some(isError)) return still
  const directory = directoryOf(organisation, { at, businessType: form.key }, () => undefined)
  const people = [...organisation.users.keys()].map((id) => directory.person(id)).filter(isPresent)
  return [...still,
    ...organisationFindings({ form, flow, ways: waysThrough(flow, parts), directory, people, at, timeout, owners,
      scopeValues: scopeValuesOf({ flow, roleScopes, dictionaries, ...(scopeRecords && { scopeRecords }) }, people) })]
}

/** Findings for roles that do not exist. */
function roleFindings(flow: Flow, known: ReadonlySet<string>): Finding[] {
  return nodesOf(flow).flatMap((node) =>
    unknown(rolesIn(node), (role) => known.has(role), { where: `${node.id} › by`, what: { cn: '角色', en: 'role' } })
      .map((found) => ({ ...found, node: node.id }))
  )
}

function rolesIn(node: object): readonly string[] {
  const roles: string[] = []
  JSON.stringify(node, (key, value: unknown) => {
    if (key === 'role' && typeof value === 'string') roles.push(value)
    return value
  })
  return roles
}

const isPresent = (person: Person | undefined): person is Person => person !== undefined && person.enabled && !person.departed
