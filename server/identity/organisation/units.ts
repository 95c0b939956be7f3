import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { containing } from './search-text.ts'
import type { GroupType } from '../tables.ts'

/** A unit of the organisation on the wire. */
export interface UnitAnswer {
  readonly id: string
  readonly parentId: string | null
  readonly type: GroupType
  readonly name: string
  readonly fullName: string
  readonly hasBudgetDept: boolean
  readonly enable: 0 | 1
}

export interface UnitsQuery {
  readonly ids?: readonly string[]
  readonly parentId?: string
  readonly type?: GroupType
  readonly keyword?: string
  readonly enabled?: boolean
  readonly hasBudgetDept?: boolean
  readonly limit: number
  readonly offset?: number
}

/** Maximum number of units per answer. */
export const mostUnits = 5_000

/** Reads units for lists and pickers. */
export const units = (db: Db) => ({
  async find(query: UnitsQuery): Promise<UnitAnswer[]> {
    const rows = await matching(db, query)
      .select(['id', 'parent_id', 'type', 'name', 'full_name', 'has_budget_dept', 'enable'])
      .orderBy('level')
      .orderBy('sort')
      .orderBy('id')
      .limit(Math.min(query.limit, mostUnits))
      .offset(query.offset ?? 0)
      .execute()
    return rows.map((row) => ({
      id: row.id,
      parentId: row.parent_id,
      type: row.type,
      name: row.name,
      fullName: row.full_name,
      hasBudgetDept: row.has_budget_dept,
      enable: row.enable ? 1 : 0,
    }))
  },

  async count(query: Omit<UnitsQuery, 'limit'>): Promise<number> {
    const { count } = await matching(db, query).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  },
})

function matching(db: Db, { ids, parentId, type, keyword, enabled, hasBudgetDept }: Omit<UnitsQuery, 'limit'>) {
  let query = db.selectFrom('sys_group').where('del_flag', '=', 0)
  if (ids) query = query.where('id', '=', sql<string>`any(${[...ids]})`)
  const equal = { parent_id: parentId, type, enable: enabled, has_budget_dept: hasBudgetDept }
  for (const [column, value] of Object.entries(equal)) {
    if (value !== undefined) query = query.where(column as keyof typeof equal, '=', value)
  }
  if (!keyword?.trim()) return query
  const pattern = containing(keyword)
  return query.where((eb) =>
    eb.or([eb(sql<string>`lower(full_name)`, 'like', pattern), eb(sql<string>`lower(code)`, 'like', pattern),
      eb('pinyin', 'like', pattern)])
  )
}
