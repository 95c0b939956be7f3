import type { Db } from '#server/database/tables.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import type { MenuNode } from '#plugins/system/access-wire.ts'

export interface MenuQuery {
  readonly name?: string
  readonly enable?: boolean
}

/** Menu entries that are neither deleted nor withdrawn by their module. */
export const liveMenus = (db: Db) => db.selectFrom('sys_menu').where('withdrawn', '=', false).where('del_flag', '=', 0)

/** Menu tree of matching entries with their ancestors. Entries whose parent no longer exists become roots. */
export async function menuTree(db: Db, { name = '', enable }: MenuQuery): Promise<MenuNode[]> {
  const rows = await liveMenus(db).selectAll().orderBy('sort').orderBy('id').execute()
  const needle = name.trim().toLowerCase()
  const known = new Set(rows.map(({ id }) => id))
  const below = listsByKey(rows.map((row) => [row.parent_id !== null && known.has(row.parent_id) ? row.parent_id : '', row] as const))
  const nodesBelow = (parent: string): MenuNode[] =>
    (below.get(parent) ?? []).map((row) => ({
      id: row.id,
      parentId: parent || null,
      type: row.type,
      name: row.name,
      nameEn: row.name_en,
      icon: row.icon,
      path: row.path,
      component: row.component,
      perms: row.perms,
      keepAlive: row.keep_alive,
      visible: row.visible,
      enable: row.enable,
      version: row.version,
      isDeclared: row.declared !== null,
      isMatch: `${row.name} ${row.name_en} ${row.path ?? ''}`.toLowerCase().includes(needle) &&
        (enable === undefined || row.enable === enable),
      children: nodesBelow(row.id),
    })).filter(({ isMatch, children }) => isMatch || children.length > 0)
  return nodesBelow('')
}
