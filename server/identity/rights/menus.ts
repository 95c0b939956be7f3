import { permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '../caller.ts'
import { listsByKey } from '../lists-by-key.ts'
import { componentAt, type DeclaredMenu, type RegisteredPage } from './menu-declarations.ts'
import { pinyinOf } from '../organisation/search-text.ts'
import type { MenuTable, MenuType } from '../tables.ts'

/** An entry of the menu on the wire. */
export interface MenuAnswer {
  readonly id: string
  readonly parentId: string | null
  readonly type: MenuType
  readonly name: string
  readonly nameEn: string
  /** The ways in which its Chinese name is typed without an input method. */
  readonly pinyin: string
  readonly icon: string | null
  readonly path: string | null
  readonly component: string | null
  readonly perms: string | null
  readonly sort: number
  readonly visible: boolean
  readonly keepAlive: boolean
  readonly children: readonly MenuAnswer[]
}

/** The reader of a menu. `isOpen` says of a page that its data scope lets the person in; without it, every page does. */
interface MenuReader extends Pick<Caller, 'permissions'> {
  readonly isOpen?: (path: string) => boolean
}

/** The menu tree; runs inside the caller's transaction when `db` is one. */
export const menus = (db: Db) => ({
  /** The entries that a person may open; a directory without anything inside is left out. */
  async of({ permissions, isOpen = () => true }: MenuReader): Promise<MenuAnswer[]> {
    const rows = await live(db)
    // A menu whose directory is gone stands at the top; one whose directory is disabled is hidden with it.
    const open = rows.filter(({ enable, perms, path }) =>
      enable && (perms === null || permits(permissions, perms)) && (path === null || isOpen(path))
    )
    const known = new Set(rows.map(({ id }) => id))
    const below = listsByKey(open.map((row) => [row.parent_id && known.has(row.parent_id) ? row.parent_id : null, row] as const))
    const answer = (row: (typeof rows)[number]): MenuAnswer => ({
      id: row.id,
      parentId: row.parent_id,
      type: row.type,
      name: row.name,
      nameEn: row.name_en,
      pinyin: pinyinOf(row.name),
      icon: row.icon,
      path: row.path,
      component: row.component,
      perms: row.perms,
      sort: row.sort,
      visible: row.visible,
      keepAlive: row.keep_alive,
      children: childrenOf(row.id),
    })
    const childrenOf = (id: string | null): MenuAnswer[] =>
      (below.get(id) ?? []).map(answer).filter(({ type, children }) => type !== 'M' || children.length > 0)
    return childrenOf(null)
  },

  /** Addresses of pages that have a place in the menu, but none in this person's: to them they are closed. */
  async closed(caller: MenuReader): Promise<string[]> {
    const own = new Set(pathsIn(await menus(db).of(caller)))
    const all = (await live(db)).flatMap(({ type, path }) => (type === 'C' && path !== null ? [path] : []))
    return [...new Set(all)].filter((path) => !own.has(path))
  },

  /**
   * Brings what the plugins declare into the table, property by property: one that an administrator changed
   * since the last declaration stays. Entries of removed plugins are hidden and come back with their plugin.
   */
  async synchronise(declared: readonly DeclaredMenu[], at: Date): Promise<void> {
    const known = new Map((await db.selectFrom('sys_menu').selectAll().execute()).map((row) => [row.id, row]))
    const fresh = declared.filter(({ id }) => !known.has(id)).map((menu) => ({ id: menu.id, ...columnsOf(menu),
      declared: JSON.stringify(columnsOf(menu)), create_time: at, update_time: at })
    )
    if (fresh.length > 0) await db.insertInto('sys_menu').values(fresh).onConflict((conflict) => conflict.doNothing()).execute()
    for (const menu of declared) {
      const next = columnsOf(menu)
      const row = known.get(menu.id)
      if (row && (row.withdrawn || !same(row.declared, next)))
        await db.updateTable('sys_menu').set({ ...merged(row, next), declared: JSON.stringify(next), withdrawn: false }).where('id', '=',
          menu.id).execute()
    }
    const ids = new Set(declared.map(({ id }) => id))
    const gone = [...known.values()].filter((row) => row.declared !== null && !row.withdrawn && !ids.has(row.id)).map(({ id }) => id)
    if (gone.length > 0) await db.updateTable('sys_menu').set({ withdrawn: true }).where('id', 'in', gone).execute()
  },

  /** Gives every page entry without a component that of the registered page at its route. */
  async fillComponents(pages: readonly RegisteredPage[]): Promise<void> {
    const open = await db.selectFrom('sys_menu').select(['id', 'path']).where('type', '=', 'C').where('component', 'is', null).execute()
    for (const { id, path } of open) {
      const page = pages.find((each) => each.path === path)
      if (page) await db.updateTable('sys_menu').set({ component: page.component }).where('id', '=', id).execute()
    }
  },
})

/** Menus that are not deleted and whose module is there, in the order of the tree. */
const live = (db: Db) =>
  db.selectFrom('sys_menu').selectAll().where('withdrawn', '=', false).where('del_flag', '=', 0).orderBy('sort').orderBy('id').execute()

const pathsIn = (tree: readonly MenuAnswer[]): string[] =>
  tree.flatMap(({ type, path, children }) => [...(type === 'C' && path !== null ? [path] : []), ...pathsIn(children)])

type Columns = Pick<MenuTable, 'parent_id' | 'type' | 'name' | 'name_en' | 'icon' | 'path' | 'component' | 'perms' | 'sort'>

function columnsOf({ parent, cn, en, icon, path, needs, sort, isButton }: DeclaredMenu): Columns {
  const type = isButton ? 'F' : path === undefined ? 'M' : 'C'
  return { parent_id: parent ?? null, type, name: cn, name_en: en, icon: icon ?? null, path: path ?? null,
    component: path === undefined ? null : componentAt(path), perms: needs ?? null, sort }
}

const propertiesOf = (columns: Columns) => Object.keys(columns) as (keyof Columns)[]

function same(before: unknown, next: Columns): boolean {
  return before !== null && propertiesOf(next).every((key) => (before as Columns)[key] === next[key])
}

/** The new declaration, but for the properties that differ from the old one in the table. */
function merged(row: Columns & { declared: unknown }, next: Columns): Columns {
  const before = row.declared as Columns | null
  // A property that the last declaration did not have yet takes its first value.
  const kept = propertiesOf(next).filter((key) => before !== null && before[key] !== undefined && row[key] !== before[key])
  return { ...next, ...Object.fromEntries(kept.map((key) => [key, row[key]])) }
}
