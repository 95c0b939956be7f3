import type { FieldDefinition, FieldRole, Fields } from '../../fields.ts'
import { isHostRole, markHolder, type RoleHolder } from '../../fields/roles.ts'
import type { DeclaredFieldRole, DocumentMark, Plugin } from '../../plugin.ts'
import { type Finding, finding, unknown, untranslated, within } from '../problem.ts'

/** The field roles that modules declare, marks of documents included, each with the kinds of field that may have it. */
export type FieldRoleHolders = ReadonlyMap<string, RoleHolder>

/** Collects the field roles and document marks that plugins declare, by name. */
export const fieldRoleHolders = (plugins: readonly Plugin[]): FieldRoleHolders =>
  new Map(
    plugins.flatMap(({ fieldRoles, documentMarks }) => [...fieldRoles.map((declared) =>
      [declared.role as string, declared] as const
    ), ...documentMarks.map(({ role }) => [role as string, markHolder] as const)]),
  )

/** Finds field roles that no module declares, and fields whose kind the role does not allow. */
export const fieldRoleFindings = (fields: Fields, declared: FieldRoleHolders): Finding[] => [
  ...unknown(moduleRolesIn(fields), (role) => declared.has(role), { where: 'as', what: { cn: '字段角色', en: 'field role' } }),
  ...Object.entries(fields).flatMap(([key, field]) => [
    ...within(key, placeFindings(field, declared, false)),
    ...Object.entries(field.columns ?? {}).flatMap(([column, cell]) => within(`${key}.${column}`, placeFindings(cell, declared, true))),
  ]),
]

/** The roles of fields and columns that are not roles of the framework. */
export const moduleRolesIn = (fields: Fields): readonly FieldRole[] =>
  Object.values(fields).flatMap((
    { as: role, columns = {} },
  ) => [...(role === undefined || isHostRole(role) ? [] : [role]), ...moduleRolesIn(columns)])

function placeFindings(field: FieldDefinition, declared: FieldRoleHolders, isColumn: boolean): Finding[] {
  const holder = field.as === undefined ? undefined : declared.get(field.as)
  return holder ? holderFindings(field, holder, isColumn) : []
}

/** Finds a role on a field kind that it does not allow, or on a column though it is for the header only. */
export function holderFindings({ as: role, kind }: FieldDefinition, { kinds, inRows }: RoleHolder, isColumn: boolean): Finding[] {
  if (!kinds.includes(kind)) return [finding('as', `${kind}类型的字段不能作为${role}`, `A field of the kind ${kind} cannot be ${role}`)]
  return isColumn && !inRows ? [finding('as', `表格的列不能作为${role}`, `A column cannot be ${role}`)] : []
}

/** Checks a declared role: its name is not taken by the framework or a mark, and it allows at least one field kind. */
export const declaredFieldRoleFindings = ({ role, kinds }: DeclaredFieldRole, marks: ReadonlySet<string>): Finding[] => [
  ...frameworkFindings(role),
  ...(marks.has(role) ? [finding('role', `“${role}”是单据标记`, `“${role}” is a mark of documents`)] : []),
  ...(kinds.length === 0 ? [finding('kinds', '未指定字段类型', 'A role names the kinds of its fields')] : []),
  ...(kinds.includes('switch') ? [finding('kinds', '开关的角色是单据标记', 'The role of a switch is a mark of documents')] : []),
]

/** Checks a document mark: its texts exist, and its name is not taken by the framework. */
export const documentMarkFindings = (mark: DocumentMark): Finding[] => [...untranslated(mark, ''), ...frameworkFindings(mark.role)]

const frameworkFindings = (role: FieldRole): Finding[] =>
  isHostRole(role) ? [finding('role', `“${role}”是框架的字段角色`, `“${role}” is a field role of the framework`)] : []
