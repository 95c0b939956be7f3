import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { Missing } from '#kernel/errors.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { containing, hasWords } from '#server/identity/organisation/search-text.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host, RowScope } from '#server/host.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import type { PageOf, UnitDetail, UnitMember, UnitNode, Warning } from '#plugins/system/organisation-wire.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'

/** Reads units and their members. */
export const unitReads = (db: Db) => ({
  /** Reads a unit. @throws Missing */
  async one(id: string): Promise<UnitDetail> {
    const row = await db.selectFrom('sys_group').selectAll().where('id', '=', id).where('del_flag', '=', 0).executeTakeFirst()
    if (!row) throw new Missing('error.missing')
    const { cn, en } = splitName(row.name)
    return {
      id,
      version: row.version,
      parentId: row.parent_id,
      type: row.type,
      nameCn: cn,
      nameEn: en,
      fullName: row.full_name,
      code: row.code,
      sapCode: row.sap_code,
      head: row.head_user_id,
      deputy: row.deputy_user_id,
      vicePresident: row.vp_user_id,
      generalManager: row.gm_user_id,
      hasBudgetDept: row.has_budget_dept,
      superiorEnterprise: row.superior_enterprise_id,
      enable: row.enable,
    }
  },

  /** Ids of a unit and its descendants. @throws Missing */
  async withBelow(id: string): Promise<string[]> {
    const rows = await db.selectFrom('sys_group').select('id').where('path', 'like',
      sql<string>`(select path || '%' from sys_group where id = ${id} and del_flag = 0)`)
      .where('del_flag', '=', 0).orderBy('level').orderBy('id').execute()
    if (rows.length === 0) throw new Missing('error.missing')
    return rows.map((row) => row.id)
  },

  /** Direct members of a unit, main ones first, including departed people. */
  async members(id: string,
    { keyword = '', limit, offset }: { keyword?: string; limit: number; offset: number }): Promise<PageOf<UnitMember>> {
    const pattern = containing(keyword)
    const rows = await db
      .selectFrom('sys_user_group')
      .innerJoin('sys_user', 'sys_user.id', 'sys_user_group.user_id')
      .select(['sys_user.id', 'sys_user.name', 'sys_user.job_number', 'sys_user.enable', 'sys_user.leaving_date', 'is_main'])
      .select(sql<string | null>`coalesce(sys_user_group.position, sys_user.position)`.as('position'))
      .select(sql<string>`(select count(*) from sys_user_group every_one where every_one.user_id = sys_user.id)`.as('units'))
      .select(sql<string>`count(*) over ()`.as('total'))
      .where('group_id', '=', id)
      .where('sys_user.del_flag', '=', 0)
      .where((eb) =>
        eb.or([eb(sql<string>`lower(sys_user.name)`, 'like', pattern),
          ...(keyword.trim() === '' ? [] : [hasWords('sys_user.pinyin', keyword)]),
          eb(sql<string>`lower(coalesce(sys_user.job_number, ''))`, 'like', pattern)])
      )
      .orderBy('sys_user.enable', 'desc').orderBy('is_main', 'desc').orderBy('sys_user.pinyin').orderBy('sys_user.id')
      .limit(limit).offset(offset)
      .execute()
    const records = rows.map((row) => ({
      id: row.id,
      name: row.name,
      jobNumber: row.job_number,
      position: row.position,
      enable: row.enable,
      departed: !row.enable && row.leaving_date !== null,
      main: row.is_main,
      units: Number(row.units),
    }))
    return { records, total: Number(rows[0]?.total ?? 0) }
  },
})

interface TreeQuery {
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

/** Units that a caller administers: their data scope `org`. */
export const unitScope = (host: Pick<Host, 'departments'>, db: Db, caller: Caller): Promise<DepartmentScope> =>
  host.departments(db, caller, 'org')

/** The scope as a condition on `sys_group`. */
export function unitsInScope(scope: DepartmentScope) {
  return (
    eb: ExpressionBuilder<Tables, 'sys_group'>,
  ): Expression<SqlBool> => (scope === 'all' ? eb.lit(true) : sql<SqlBool>`sys_group.id = any(${[...scope]}::text[])`)
}

/** @throws Missing for a unit outside of the caller's scope */
export async function demandUnit({ host, db, caller }: Pick<CommandContext, 'host' | 'db' | 'caller'>, id: string): Promise<void> {
  const scope = await unitScope(host, db, caller)
  if (scope !== 'all' && !scope.includes(id)) throw new Missing('error.missing')
}

export const organisationScope: RowScope = {
  cn: '组织',
  en: 'Organisation',
  needs: canOrganisation.view,
  async count(host, db, caller) {
    const counted = db.selectFrom('sys_group').select((eb) => eb.fn.countAll<string>().as('count')).where('del_flag', '=', 0)
    const seen = await counted.where(unitsInScope(await unitScope(host, db, caller))).executeTakeFirstOrThrow()
    const { count } = await counted.executeTakeFirstOrThrow()
    return { seen: Number(seen.count), all: Number(count) }
  },
}
