import type { Caller, DataScope } from '#server/identity/caller.ts'

interface ScopeUnit {
  readonly id: string
  readonly parent: string | null
  readonly type: 'GROUP' | 'ENTERPRISE' | 'DEPARTMENT'
}

/** A group of two enterprises, one of which has another inside. */
export const units: readonly ScopeUnit[] = [
  { id: 'group', parent: null, type: 'GROUP' },
  { id: 'suzhou', parent: 'group', type: 'ENTERPRISE' },
  { id: 'finance', parent: 'suzhou', type: 'DEPARTMENT' },
  { id: 'rd', parent: 'suzhou', type: 'DEPARTMENT' },
  { id: 'hardware', parent: 'rd', type: 'DEPARTMENT' },
  { id: 'dongguan', parent: 'group', type: 'ENTERPRISE' },
  { id: 'production', parent: 'dongguan', type: 'DEPARTMENT' },
  { id: 'smt', parent: 'production', type: 'DEPARTMENT' },
  { id: 'vietnam', parent: 'dongguan', type: 'ENTERPRISE' },
  { id: 'workshop', parent: 'vietnam', type: 'DEPARTMENT' },
  { id: 'line', parent: 'workshop', type: 'DEPARTMENT' },
]

const scope = (kind: DataScope['scope'], withSub = false, departments: readonly string[] = []): DataScope => ({ scope: kind, withSub,
  departments })

/** A person with the scopes that their roles give. */
export type ScopePerson = Pick<Caller, 'id' | 'admin' | 'departments'> & { readonly scopes: readonly DataScope[] }

const person = (id: string, departments: readonly string[], ...scopes: readonly DataScope[]): ScopePerson => ({ id, admin: false,
  departments, scopes })

/** One person per scope, with and without descendants, with several roles and with none. */
export const people: readonly ScopePerson[] = [
  { ...person('administrator', [], scope('self')), admin: true },
  person('withoutRole', ['rd']),
  person('homeless', []),
  person('self', ['rd'], scope('self')),
  person('all', ['rd'], scope('all')),
  person('listed', ['smt'], scope('custom', false, ['rd', 'vietnam'])),
  person('listedBelow', ['smt'], scope('custom', true, ['rd', 'vietnam'])),
  person('department', ['rd'], scope('department')),
  person('departmentBelow', ['rd'], scope('department', true)),
  person('ofTwo', ['finance', 'production'], scope('department')),
  person('enterprise', ['smt'], scope('enterprise')),
  person('enterpriseBelow', ['smt'], scope('enterprise', true)),
  person('nested', ['line'], scope('enterprise')),
  person('nestedBelow', ['line'], scope('enterprise', true)),
  person('conglomerate', ['smt'], scope('enterpriseBelow')),
  person('conglomerateBelow', ['smt'], scope('enterpriseBelow', true)),
  person('aboveEnterprises', ['group'], scope('enterpriseBelow')),
  person('twoRoles', ['hardware'], scope('department'), scope('custom', false, ['finance'])),
  person('widestWins', ['hardware'], scope('self'), scope('all')),
]

/** Returns whether a person's roles grant a department: a second implementation of the scope rules, independent of the tested code. */
export function opens({ admin, departments: own, scopes }: ScopePerson, department: string): boolean {
  const path = lineage(department)
  const home = nearestEnterprise(department)
  const isMine = home !== undefined && own.some((id) => nearestEnterprise(id) === home)
  const rules: Readonly<Record<DataScope['scope'], (role: DataScope) => boolean>> = {
    all: () => true,
    custom: ({ departments: listed, withSub }) => (withSub ? path : [department]).some((id) => listed.includes(id)),
    department: ({ withSub }) => (withSub ? path : [department]).some((id) => own.includes(id)),
    enterprise: ({ withSub }) => isMine && (withSub || department === home || parentOf(department) === home),
    enterpriseBelow: () => own.some((id) => path.includes(nearestEnterprise(id) ?? '')),
    self: () => false,
  }
  return admin || scopes.some((role) => rules[role.scope](role))
}

/** Units within a person's row scope. */
export const unitsOf = (person: ScopePerson): readonly ScopeUnit[] => units.filter(({ id }) => opens(person, id))

/** The person who files in a unit. */
export const clerkOf = (unit: string): string => `in-${unit}`

/** Returns whether a person sees all rows regardless of their department. */
export const seesAll = ({ admin, scopes }: ScopePerson): boolean => admin || scopes.some(({ scope: kind }) => kind === 'all')

const unitOf = (id: string) => units.find((unit) => unit.id === id)

const parentOf = (id: string) => unitOf(id)?.parent ?? undefined

function lineage(id: string): string[] {
  const parent = parentOf(id)
  return parent === undefined ? [id] : [id, ...lineage(parent)]
}

const nearestEnterprise = (id: string) => lineage(id).find((above) => unitOf(above)?.type === 'ENTERPRISE')
