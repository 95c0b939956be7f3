import type { FieldDefinition } from '#kernel/fields.ts'
import { traitsOf } from '#kernel/kinds/host-traits.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { definePermissions } from '#kernel/permissions.ts'
import type { Menu, Plugin } from '#kernel/plugin.ts'
import { defineResource, type Resource } from '#kernel/resource.ts'
import { type CreateRegisterDesign, type RegisterContent, registerCalls } from './wire.ts'

/** Keys that every record, or the query of its list, has beside its fields. */
const recordKeys: ReadonlySet<string> = new Set(['id', 'version', 'createBy', 'createTime', 'updateBy', 'updateTime', 'delFlag', 'pinyin',
  'confirmed', 'enabled', 'current', 'size', 'keyword', 'orders'])

/** Returns whether every record has a value, or its list a parameter, of this key. */
export const isRecordKey = (key: string): boolean => recordKeys.has(key)

/** A register with the state of its design. */
export interface RegisterInForce {
  readonly content: RegisterContent
  /** Stopped: its records are read-only, and no form offers them. */
  readonly isStopped: boolean
}

/** Name of the resource that a register is: `meeting-rooms` is `registerMeetingRooms`. */
export const registerName = (page: string): string =>
  `register${page.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}`

/** Path of the page of a register. */
export const registerPath = (page: string): string => `/register-${page}`

/** Rights on the records of a register. */
export const registerRights = (page: string) => definePermissions(`register:${page}`, ['view', 'add', 'edit', 'delete', 'import', 'export'])

/** Menu directory of the registers. */
export const registersMenu = 'registers'

/** A field of this kind can stand in a cell of a template. */
const isImported = (field: FieldDefinition): boolean =>
  traitsOf(field).isImportable !== false && kindOf(field).holds !== 'nothing' &&
  kindOf(field).holds !== 'rows'

/** The declaration of a register: the same as that of a shipped resource. */
export function designedRegister({ content, isStopped }: RegisterInForce): Resource {
  const { page, cn, en, one = { cn, en }, fields, key, columns, filters, search, sort, shown, enable, scope } = content
  const can = registerRights(page)
  const cells = Object.keys(fields).filter((field) => isImported(fields[field]!))
  return defineResource({
    name: registerName(page),
    cn,
    en,
    singular: one,
    base: registerCalls,
    calls: page,
    path: registerPath(page),
    detailPath: `/register-record?register=${page}`,
    table: `register_${page.replaceAll('-', '_')}`,
    designed: { page },
    key,
    fields,
    columns,
    filters,
    search: [...new Set([key, ...search])],
    sort: [sort],
    can: isStopped ? { view: can.view, export: can.export } : can,
    offers: registerName(page),
    optionFields: shown,
    ...(enable !== undefined && { enable }),
    ...(!isStopped && { import: { columns: cells.map((field) => ({ field })), match: [key], onMatch: 'update' as const } }),
    export: { columns: [...new Set([...columns, ...cells])] },
    scope: scope.departments === undefined && scope.owner === undefined ? 'everyone' : scope,
  })
}

/** The parts of the company's module that its registers are. */
export function registerParts(registers: readonly RegisterInForce[]): Pick<Plugin, 'resources' | 'permissions' | 'menus' | 'locales'> {
  const named = (locale: 'cn' | 'en') =>
    Object.fromEntries(registers.map(({ content }) => [`permission.register:${content.page}`, content[locale]]))
  return {
    resources: registers.map(designedRegister),
    permissions: registers.flatMap(({ content: { page } }) => Object.values(registerRights(page))),
    menus: registers.map(({ content: { page, cn, en, icon = 'database' } }, index): Menu => ({ id: `register:${page}`,
      parent: registersMenu, cn, en, icon, path: registerPath(page), needs: registerRights(page).view, sort: (index + 1) * 10 })
    ),
    locales: { cn: named('cn'), en: named('en') },
  }
}

/** A new register: its records have a name. */
export const newRegister = ({ page, cn, en }: CreateRegisterDesign): RegisterContent => ({
  page,
  cn,
  en,
  fields: { name: { kind: 'text', cn: '名称', en: 'Name', required: true, max: 60 } },
  key: 'name',
  unique: [],
  columns: ['name'],
  filters: [],
  search: [],
  sort: { field: 'name' },
  shown: [],
  scope: {},
})

/** The combinations of fields that no two records have alike. */
export const uniqueKeys = ({ key, unique }: RegisterContent): readonly (readonly string[])[] => [[key], ...unique]

/** The registers of a composition. */
export const registersIn = (plugins: readonly Pick<Plugin, 'resources'>[]): readonly Resource[] =>
  plugins.flatMap(({ resources }) => resources.filter(({ designed }) => designed))
