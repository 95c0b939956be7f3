import { formula } from '../evaluate/plan/formula.ts'
import { FeelError } from '../feel/feel.ts'
import type { Plugin } from '../plugin.ts'
import type { Label } from '../wording/label.ts'
import { type Finding, finding, unknown, within } from './problem.ts'
import { moduleRolesIn } from './fields/field-role-findings.ts'
import { rolesNamed } from './role-findings.ts'
import { type FieldDefinition, fieldKinds, type Fields } from '../fields.ts'

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
