import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import { containing } from '#server/identity/organisation/search-text.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import type { UnitNode, Warning } from '#plugins/system/unit-wire.ts'

export interface TreeQuery {
  readonly keyword?: string
  readonly enable?: boolean
}

/** Organisation tree: matching units within the scope, with their ancestors. */
export async function unitTree(db: Db, query: TreeQuery, scope: DepartmentScope): Promise<UnitNode[]> {
  const rows = await unitRows(db, query)
  const warnings = warningsOf(rows, await goneLeaders(db))
  const kept = scope === 'all' ? undefined : new Set(scope)
  const shown = new Set<string>()
  for (const { id, path, matches } of rows)
    if (matches && (kept?.has(id) ?? true)) {
      for (const above of path.split('/')) shown.add(above)
    }
  const below = listsByKey(
    rows.filter(({ id }) => shown.has(id)).map((row) =>
      [row.parent_id !== null && shown.has(row.parent_id) ? row.parent_id : '', row] as const
    ),
  )
  const nodesBelow = (parent: string): UnitNode[] =>
    (below.get(parent) ?? []).map((row) => ({
      id: row.id,
      parentId: row.parent_id,
      type: row.type,
      name: row.name,
      code: row.code,
      enable: row.enable,
      hasBudgetDept: row.has_budget_dept,
      people: Number(row.people),
      warnings: warnings.get(row.id) ?? [],
      isKept: kept?.has(row.id) ?? true,
      isMatch: row.matches,
      children: nodesBelow(row.id),
    }))
  return nodesBelow('')
}

function unitRows(db: Db, { keyword = '', enable }: TreeQuery) {
  const pattern = containing(keyword)
  const named = sql<SqlBool>`(lower(name) like ${pattern} or lower(coalesce(code, '')) like ${pattern} or pinyin like ${pattern})`
  const isOfState = enable === undefined ? sql<SqlBool>`true` : sql<SqlBool>`enable = ${enable}`
  return db
    .selectFrom('sys_group')
    .select(['id', 'parent_id', 'type', 'name', 'code', 'enable', 'has_budget_dept', 'path', 'head_user_id', 'deputy_user_id',
      'vp_user_id'])
    .select(sql<boolean>`${named} and ${isOfState}`.as('matches'))
    .select((eb) =>
      eb.selectFrom('sys_user_group').innerJoin('sys_user', 'sys_user.id', 'sys_user_group.user_id').whereRef('group_id', '=',
        'sys_group.id').where('sys_user.enable', '=', true)
        .where('sys_user.del_flag', '=', 0)
        .select((inner) => inner.fn.countAll<string>().as('count')).as('people')
    )
    .where('del_flag', '=', 0)
    .orderBy('level').orderBy('sort').orderBy('id')
    .execute()
}

async function goneLeaders(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('sys_user').select('id').where((eb) => eb.or([eb('enable', '=', false), eb('del_flag', '=', 1)]))
    .where((eb) =>
      eb.exists(
        eb.selectFrom('sys_group').select(sql`1`.as('one')).where(sql<SqlBool>`sys_user.id in (head_user_id, deputy_user_id, vp_user_id)`),
      )
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The leaders of a unit and its position, for approver warnings. */
interface UnitLeaders {
  readonly id: string
  readonly parent_id: string | null
  readonly type: string
  readonly enable: boolean
  readonly head_user_id: string | null
  readonly deputy_user_id: string | null
  readonly vp_user_id: string | null
}

/**
 * Warnings for departments in which requests would find no approver: no head, no vice president for it or an ancestor, or one who is
 * disabled. Uses the same lookup order as the approval rules.
 * @param gone ids of disabled or departed people
 */
function warningsOf(units: readonly UnitLeaders[], gone: ReadonlySet<string>): ReadonlyMap<string, readonly Warning[]> {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const inCharge = (
    unit: UnitLeaders | undefined,
  ): string | null => (unit ? (unit.vp_user_id ?? inCharge(byId.get(unit.parent_id ?? ''))) : null)
  const warningOf = (person: string | null, none: Warning,
    left: Warning): readonly Warning[] => (person === null ? [none] : gone.has(person) ? [left] : [])
  return new Map(units.filter(({ type, enable }) => type === 'DEPARTMENT' && enable).map((unit) => [
    unit.id,
    [...warningOf(unit.head_user_id ?? unit.deputy_user_id, 'noHead', 'goneHead'),
      ...warningOf(inCharge(unit), 'noVicePresident', 'goneVicePresident')],
  ]))
}
