import { formula } from '../evaluate/plan/formula.ts'
import { FeelError } from '../feel/feel.ts'
import type { Plugin } from '../plugin.ts'
import type { Label } from '../wording/label.ts'
import { type Finding, finding } from './problem.ts'
import { moduleRolesIn } from './fields/field-role-findings.ts'
import { rolesNamed } from './role-findings.ts'

/** The plugins of a composition by what they declare for others to use. */
export interface Owners {
  readonly dictionaries: ReadonlyMap<string, string>
  readonly menus: ReadonlyMap<string, string>
  readonly roles: ReadonlyMap<string, string>
  readonly formGroups: ReadonlyMap<string, string>
  /** Of fields, marks of documents included. */
  readonly fieldRoles: ReadonlyMap<string, string>
}

/** Finds which plugin declares each dictionary, menu, role, group of forms and role of fields. */
export const ownersOf = (plugins: readonly Plugin[]): Owners => ({
  dictionaries: new Map(plugins.flatMap(({ id, dictionaries }) => dictionaries.map(({ key }) => [key, id] as const))),
  menus: new Map(plugins.flatMap(({ id, menus }) => menus.map((menu) => [menu.id, id] as const))),
  roles: new Map(plugins.flatMap(({ id, roles }) => roles.map(({ key }) => [key, id] as const))),
  formGroups: new Map(plugins.flatMap(({ id, formGroups }) => formGroups.map((group) => [group.id, id] as const))),
  fieldRoles: new Map(
    plugins.flatMap(({ id, fieldRoles, documentMarks }) =>
      [...fieldRoles, ...documentMarks].map(({ role }) => [role as string, id] as const)
    ),
  ),
})

/**
 * Dictionaries, menu directories, roles, roles of fields and groups of forms of other plugins that a plugin uses without naming them in
 * `requires`: without those it would not start.
 */
export function requirementFindings(plugin: Plugin, { dictionaries, menus, roles, fieldRoles, formGroups }: Owners): Finding[] {
  const used = [
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
  ]
  const isMissing = (owner: string | undefined) => owner !== undefined && owner !== plugin.id && !plugin.requires.includes(owner)
  const missing = new Map(used.filter(({ owner }) => isMissing(owner)).map((use) => [`${use.en} ${use.name}`, use]))
  return [...missing.values()].map(notRequired)
}

/** The word for a group of the start page in findings. */
export const groupName: Label = { cn: '发起页分组', en: 'group of forms' }

/** The finding that something is of a plugin that `requires` does not name. */
export const notRequired = ({ cn, en, name, owner }: Label & { readonly name: string; readonly owner: string | undefined }): Finding =>
  finding('requires', `未声明插件“${owner}”，但使用了它的${cn}“${name}”`,
    `The ${en} “${name}” is of the plugin “${owner}”, which is not named`)

/** The dictionaries that a declaration names: of a choice, of a parameter table, in its expressions. */
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
