import { formula } from '../evaluate/plan/formula.ts'
import { FeelError } from '../feel/feel.ts'
import type { Plugin } from '../plugin.ts'
import type { Label } from '../wording/label.ts'
import { type Finding, finding, unknown, within } from './problem.ts'
import { moduleRolesIn } from './fields/field-role-findings.ts'
import { type FieldDefinition, fieldKinds, type Fields } from '../fields.ts'
import type { ApproverRule } from '../flow.ts'
import { nodesOf, ruleOf, simpleRules } from '../flow/flow-nodes.ts'
import type { Form } from '../form.ts'
import { type RoleDefinition, roleDefinitions } from '../role-definitions.ts'

/** The roles of the product and of its modules, in display order. Holders of a module's role are listed by name. */
export const declaredRoles = (plugins: readonly Plugin[]): readonly RoleDefinition[] =>
  [...roleDefinitions, ...plugins.flatMap(({ roles }) => roles.map((role): RoleDefinition => ({ ...role, holders: 'members' })))].toSorted(
    ({ sort: one = last }, { sort: other = last }) => one - other,
  )

const last = Number.MAX_SAFE_INTEGER

/** A role that a form names, with the place and, for an approver rule, the node. */
interface NamedRole {
  readonly where: string
  readonly role: string
  readonly node?: string
}

/** The roles that a form names: in nodes, follow-ups, postings, payments and confidential fields. */
export const rolesNamed = (
  { flow, fields, followUps = [], posts = [], paidBy = [] }: Pick<Form, 'flow' | 'fields' | 'followUps' | 'posts' | 'paidBy'>,
): readonly NamedRole[] => [
  ...nodesOf(flow).flatMap((node) => rolesIn(ruleOf(node)).map((role) => ({ where: `flow › ${node.id} › by`, role, node: node.id }))),
  ...followUps.flatMap(({ id, role }) => (role === undefined ? [] : [{ where: `followUps › ${id}`, role }])),
  ...posts.flatMap(({ id, role }) => (role === undefined ? [] : [{ where: `posts › ${id}`, role }])),
  ...paidBy.map((role) => ({ where: 'paidBy', role })),
  ...readersIn(fields).flatMap(([path, readers]) => readers.map((role) => ({ where: `fields › ${path} › visibleTo`, role }))),
]

/** Finds roles that a form names and no plugin declares: they would have no holders. */
export const roleFindings = (form: Form, roles: ReadonlySet<string>): Finding[] =>
  rolesNamed(form).filter(({ role }) => role !== '' && !roles.has(role)).map(({ where, role, node }) => ({
    ...finding(where, `${node === undefined ? '这里' : `节点“${node}”`}使用了角色“${role}”，但没有插件声明它`,
      `${node === undefined ? 'It' : `The node “${node}”`} names the role “${role}”, which no plugin declares under “roles”`),
    ...(node !== undefined && { node }),
  }))

const rolesIn = (rule: ApproverRule): readonly string[] => simpleRules(rule).flatMap((each) => (each.rule === 'role' ? [each.role] : []))

/** The roles in `visibleTo` of fields and columns, by path. */
const readersIn = (fields: Fields): readonly (readonly [path: string, roles: readonly string[]])[] =>
  Object.entries(fields).flatMap((
    [key, { visibleTo, columns = {} }],
  ) => [[key, visibleTo?.roles ?? []] as const, ...readersIn(columns).map(([column, roles]) => [`${key}.${column}`, roles] as const)])

/** Ids of the declaring plugins, by the name of the declaration that other plugins may use. */
export interface Owners {
  readonly dictionaries: ReadonlyMap<string, string>
  readonly menus: ReadonlyMap<string, string>
  readonly roles: ReadonlyMap<string, string>
  readonly formGroups: ReadonlyMap<string, string>
  /** Field roles, document marks included. */
  readonly fieldRoles: ReadonlyMap<string, string>
  readonly kinds: ReadonlyMap<string, string>
  readonly fieldComponents: ReadonlyMap<string, string>
}

/** Indexes the declarations of plugins by name: dictionaries, menus, roles, form groups, and roles, kinds and components of fields. */
export const ownersOf = (plugins: readonly Plugin[]): Owners => ({
  dictionaries: new Map(plugins.flatMap(({ id, dictionaries }) => dictionaries.map(({ key }) => [key, id] as const))),
  menus: new Map(plugins.flatMap(({ id, menus }) => menus.map((menu) => [menu.id, id] as const))),
  roles: new Map(plugins.flatMap(({ id, roles }) => roles.map(({ key }) => [key, id] as const))),
  formGroups: new Map(plugins.flatMap(({ id, formGroups }) => formGroups.map((group) => [group.id, id] as const))),
  kinds: new Map(plugins.flatMap(({ id, kinds }) => kinds.map(({ key }) => [key, id] as const))),
  fieldComponents: new Map(plugins.flatMap(({ id, fieldComponents }) => fieldComponents.map((name) => [name, id] as const))),
  fieldRoles: new Map(
    plugins.flatMap(({ id, fieldRoles, documentMarks }) =>
      [...fieldRoles, ...documentMarks].map(({ role }) => [role as string, id] as const)
    ),
  ),
})

/**
 * Finds dictionaries, menu directories, roles, form groups, and kinds and components of fields that a plugin uses although `requires` does
 * not name the plugin that declares them: without that plugin it would not start.
 */
export function requirementFindings(plugin: Plugin, owners: Owners): Finding[] {
  const isMissing = (owner: string | undefined) => owner !== undefined && owner !== plugin.id && !plugin.requires.includes(owner)
  const missing = new Map(usesOf(plugin, owners).filter(({ owner }) => isMissing(owner)).map((use) => [`${use.en} ${use.name}`, use]))
  return [...missing.values()].map(notRequired)
}

/** Ids of the plugins that a plugin has to name in `requires`. */
export const requiredBy = (plugin: Plugin, plugins: readonly Plugin[]): readonly string[] => [
  ...new Set(usesOf(plugin, ownersOf(plugins)).flatMap(({ owner }) => (owner === undefined || owner === plugin.id ? [] : [owner]))),
]

/** The names that a plugin uses, each with the declaring plugin. */
function usesOf(plugin: Plugin, owners: Owners): readonly (Label & { readonly name: string; readonly owner: string | undefined })[] {
  const { dictionaries, menus, roles, fieldRoles, formGroups } = owners
  const moduleFields = [...plugin.forms, ...plugin.resources].map(({ fields }) => moduleFieldsIn(fields))
  return [
    ...dictionariesOf([plugin.forms, plugin.resources, plugin.roleScopes, plugin.dictionaries]).map((key) => ({ cn: '字典',
      en: 'dictionary', name: key, owner: dictionaries.get(key) })
    ),
    ...plugin.menus.flatMap(({ parent }) =>
      parent === undefined ? [] : [{ cn: '菜单', en: 'menu', name: parent, owner: menus.get(parent) }]
    ),
    ...plugin.forms.flatMap(rolesNamed).map(({ role }) => ({ cn: '角色', en: 'role', name: role, owner: roles.get(role) })),
    ...plugin.forms.map(({ group }) => ({ ...groupName, name: group, owner: formGroups.get(group) })),
    ...[...plugin.forms, ...plugin.resources].flatMap(({ fields }) => moduleRolesIn(fields)).map((role) => ({ cn: '字段角色',
      en: 'field role', name: role as string, owner: fieldRoles.get(role) })
    ),
    ...moduleFields.flatMap(({ kinds }) => kinds).map((name) => ({ cn: '字段类型', en: 'field kind', name,
      owner: owners.kinds.get(name) })
    ),
    ...moduleFields.flatMap(({ components }) => components).map((name) => ({ cn: '字段组件', en: 'field component', name,
      owner: owners.fieldComponents.get(name) })
    ),
  ]
}

/** Label, in findings, for a group of forms on the start page. */
export const groupName: Label = { cn: '发起页分组', en: 'group of forms' }

/** The finding that a declaration belongs to a plugin which `requires` does not name. */
export const notRequired = ({ cn, en, name, owner }: Label & { readonly name: string; readonly owner: string | undefined }): Finding =>
  finding('requires', `未声明插件“${owner}”，但使用了它的${cn}“${name}”`,
    `The ${en} “${name}” is of the plugin “${owner}”, which is not named`)

/** Keys of the dictionaries that a declaration names: as choices, as parameter tables, and in expressions. */
function dictionariesOf(declared: unknown): readonly string[] {
  if (typeof declared === 'string') return lookedUp(declared)
  if (typeof declared !== 'object' || declared === null) return []
  return Object.entries(declared).flatMap(([key, inner]) =>
    (key === 'dict' || key === 'across') && typeof inner === 'string' ? [inner] : dictionariesOf(inner)
  )
}

const mayLookUp = /\b(dict|parameter)\s*\(/

function lookedUp(source: string): readonly string[] {
  if (!mayLookUp.test(source)) return []
  try {
    return formula(source, []).expression.lookups.flatMap(({ texts: [key] }) => key ?? [])
  } catch (error) {
    if (error instanceof FeelError) return []
    throw error
  }
}

/** The module-defined kinds and components that fields use. */
function moduleFieldsIn(fields: Fields): { readonly kinds: readonly string[]; readonly components: readonly string[] } {
  const all = everyField(fields)
  return {
    kinds: all.map(({ kind }) => kind).filter((kind) => !fieldKinds.some((shipped) => shipped === kind)),
    components: all.flatMap(({ components }) => Object.values(components ?? {})),
  }
}

const everyField = (fields: Fields): readonly FieldDefinition[] =>
  Object.values(fields).flatMap((field) => [field, ...everyField(field.columns ?? {})])

/** Finds field kinds and components that no module of the composition declares. */
export function moduleFieldFindings(fields: Fields,
  declared: { readonly kinds: ReadonlySet<string>; readonly components: ReadonlySet<string> }): Finding[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const { kinds, components } = moduleFieldsIn({ [key]: { ...field, columns: {} } })
    return within(key, [
      ...unknown(kinds, (kind) => declared.kinds.has(kind), { where: 'kind', what: { cn: '字段类型', en: 'field kind' } }),
      ...unknown(components, (name) => declared.components.has(name), { where: 'components',
        what: { cn: '字段组件', en: 'field component' } }),
      ...moduleFieldFindings(field.columns ?? {}, declared),
    ])
  })
}
