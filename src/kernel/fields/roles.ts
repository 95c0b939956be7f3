import type { FieldDefinition, FieldRole, Fields } from '../fields.ts'
import { memoize } from '../memoize.ts'
import type { HostRole } from './definition.ts'

/** Key of the header's field in a role. */
export const keyAs = (fields: Fields, role: FieldRole): string | undefined => keysByRole(fields).get(role)

/** Key of the header's first field that refers to records of a kind, by the name under which a resource offers them. */
export const keyTo = (fields: Fields, to: string): string | undefined => Object.keys(fields).find((key) => fields[key]?.to === to)

/** Paths of the fields in a role, of the header and of rows: `bearingDept`, `items.bearingDept`. */
export const pathsAs = (fields: Fields, role: FieldRole): readonly string[] => pathsByRole(fields).get(role) ?? []

const keysByRole = memoize((fields: Fields) => {
  const keys = new Map<FieldRole, string>()
  for (const [key, { as }] of Object.entries(fields)) if (as !== undefined && !keys.has(as)) keys.set(as, key)
  return keys
})

const pathsByRole = memoize((fields: Fields) => {
  const paths = new Map<FieldRole, string[]>()
  const add = (role: FieldRole | undefined, path: string) => {
    if (role !== undefined) paths.set(role, [...(paths.get(role) ?? []), path])
  }
  for (const [key, field] of Object.entries(fields)) {
    add(field.as, key)
    for (const [column, inner] of Object.entries(field.columns ?? {})) add(inner.as, `${key}.${column}`)
  }
  return paths
})

/** Name by which flows know every department that bears a part of a document, whatever the fields are called. */
export const bearingDepartments = 'expenseDeptIdList'

/** The fields that a role is given to. */
export interface RoleHolder {
  readonly kinds: readonly FieldDefinition['kind'][]
  /** Columns of tables have it too, not the header alone. */
  readonly inRows?: true
}

/** The kind of field that each role of the framework is given to. */
export const roleHolders: Readonly<Record<HostRole, RoleHolder>> = {
  bearingDepartment: { kinds: ['department'], inRows: true },
  exchangeRate: { kinds: ['number'] },
  explanations: { kinds: ['table'] },
  approvedAmount: { kinds: ['money'], inRows: true },
  amountCapitals: { kinds: ['calculated'] },
  payee: { kinds: ['person', 'people', 'reference'], inRows: true },
  payeeName: { kinds: ['text'], inRows: true },
  netPayable: { kinds: ['calculated', 'money'] },
}

/** A mark is set by a switch of the header, and no other role is given to switches. */
export const markHolder: RoleHolder = { kinds: ['switch'] }

/** Returns whether a role is the framework's own; modules declare every other one. */
export const isHostRole = (role: FieldRole): role is HostRole => Object.hasOwn(roleHolders, role)
