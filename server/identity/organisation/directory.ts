import type { RecordKind } from '#kernel/record-kinds.ts'
import type { Department, Directory, Person } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'
import type { Member, Organisation, OrganisationUnit } from './organisation.ts'
import { resolveScope } from '../rights/scope.ts'
import type { ChangeVersions } from './change-versions.ts'

/** Finds the owners of records; provided by the modules of these records. */
export type OwnerIndex = Directory['owners']
export type LoadOwners = (db: Db, kinds: readonly RecordKind[]) => Promise<OwnerIndex>

/** The time and business type for which a directory is read. */
export interface DirectoryMoment {
  readonly at: Date
  /** The business type: substitutes may be limited to some types. Without it, only unlimited substitutes count. */
  readonly businessType?: string
}

/** The organisation as the input of the approval engine. */
export function directoryOf(organisation: Organisation, moment: DirectoryMoment, owners: OwnerIndex): Directory {
  const person = (member: Member | undefined) => member && personOf(organisation, member)
  return {
    person: (id) => person(organisation.users.get(id)),
    department: (id) => {
      const unit = organisation.groups.get(id)
      return unit && departmentOf(organisation, unit)
    },
    holders: (role) => (organisation.holders.get(role) ?? []).map((member) => personOf(organisation, member)),
    roleName: (role) => organisation.roleNames.get(role),
    substitute: (id) => substituteOf(organisation, id, moment),
    owners,
  }
}

const people = new WeakMap<Member, Person>()

/** A person, built once per member and cached as long as its organisation. */
function personOf(organisation: Organisation, member: Member): Person {
  const known = people.get(member) ?? made(organisation, member)
  people.set(member, known)
  return known
}

function made(organisation: Organisation,
  { id, name, jobNumber, positionLevel, enabled, departed, departments, roles, roleScopes, admin, scopes }: Member): Person {
  let scope: Person['scopeDepartments'] | undefined
  return {
    id,
    name,
    code: jobNumber ?? undefined,
    positionLevel: positionLevel ?? undefined,
    enabled,
    departed,
    departments,
    roles,
    roleScopes,
    get scopeDepartments() {
      return (scope ??= resolveScope(organisation.tree, { admin, departments, scopes }, '*'))
    },
  }
}

const types = { GROUP: 'group', ENTERPRISE: 'enterprise', DEPARTMENT: 'department' } as const

function departmentOf(organisation: Organisation, unit: OrganisationUnit): Department {
  return {
    id: unit.id,
    name: unit.name,
    code: unit.code ?? undefined,
    parent: unit.parent_id ?? undefined,
    type: types[unit.type],
    head: unit.head_user_id ?? undefined,
    deputy: unit.deputy_user_id ?? undefined,
    vicePresident: unit.vp_user_id ?? undefined,
    generalManager: unit.gm_user_id ?? undefined,
    hasBudgetDept: unit.has_budget_dept,
    company: companyOf(organisation, unit.id),
    fullName: unit.full_name,
    enabled: unit.enable,
  }
}

/** Code of the nearest enterprise at or above a unit. */
function companyOf({ tree, groups }: Organisation, id: string): string | undefined {
  const enterprise = tree.enterprise(id)
  return (enterprise && groups.get(enterprise)?.code) || undefined
}

function substituteOf({ delegates, users }: Organisation, id: string, { at, businessType }: DirectoryMoment): string | undefined {
  const concerns = (types: readonly string[]) => types.length === 0 || (businessType !== undefined && types.includes(businessType))
  const found = delegates.find((row) => row.user_id === id && row.start_time <= at && at < row.end_time && concerns(row.business_types))
  return found && users.get(found.delegate_id)?.enabled ? found.delegate_id : undefined
}

/** Optional hints that save reads. */
export interface DirectoryHints {
  readonly versions?: ChangeVersions
  /** Record kinds whose owners are read, without caching; by default none. */
  readonly owners?: readonly RecordKind[]
}
