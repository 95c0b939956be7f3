import type { FieldDefinition, FieldRole, Fields } from '../fields.ts'
import { memoize } from '../memoize.ts'
import type { HostRole } from './definition.ts'
import type { FormValue } from '../values/value.ts'

/** Key of the header field with a role. */
export const keyAs = (fields: Fields, role: FieldRole): string | undefined => keysByRole(fields).get(role)

/** Key of the first header field that refers to records offered under this name. */
export const keyTo = (fields: Fields, to: string): string | undefined => Object.keys(fields).find((key) => fields[key]?.to === to)

/** Paths of the header fields and columns with a role, e.g. `bearingDept`, `items.bearingDept`. */
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

/** Name, in expressions of flows, of all departments that bear a part of a document, independent of field keys. */
export const bearingDepartments = 'expenseDeptIdList'

/** The fields that may have a role. */
export interface RoleHolder {
  readonly kinds: readonly FieldDefinition['kind'][]
  /** Columns of tables may have it too. @default header fields only */
  readonly inRows?: true
}

/** The fields that may have each role of the framework. */
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

/** Document marks are set by switches of the header; switches have no other role. */
export const markHolder: RoleHolder = { kinds: ['switch'] }

/** Returns whether a role is one of the framework; all others are declared by modules. */
export const isHostRole = (role: FieldRole): role is HostRole => Object.hasOwn(roleHolders, role)

/** The marks of a document: the roles of its mark switches that are on. */
export const marksOf = (fields: Fields, value: FormValue): readonly FieldRole[] =>
  Object.entries(fields).flatMap((
    [key, { kind, as: role }],
  ) => (kind === 'switch' && role !== undefined && value[key] === true ? [role] : []))
