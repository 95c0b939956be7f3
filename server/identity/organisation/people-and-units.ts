import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, Tables } from '#server/database/tables.ts'
import { listsByKey } from '../lists-by-key.ts'
import { containing, hasWords } from './search-text.ts'
import type { GroupType } from '../tables.ts'

/** A person on the wire, as visible to everybody in lists, pickers and the address book: without the user name. */
export interface PersonAnswer {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  readonly avatar: string | null
  /** 0: disabled */
  readonly enable: 0 | 1
  readonly departed: boolean
  readonly position: string | null
  readonly phone: string | null
  readonly mainDepartment: DepartmentName | null
  readonly departments: readonly DepartmentName[]
}

interface DepartmentName {
  readonly id: string
  readonly name: string
}

export interface PeopleQuery {
  readonly ids?: readonly string[]
  /** Direct members of these units. */
  readonly groups?: readonly string[]
  readonly keyword?: string
  /** The keyword also finds the direct members of the units that it names, after the people that it names. */
  readonly byDepartment?: boolean
  readonly enabled?: boolean
  readonly limit: number
  readonly offset?: number
}

/** Maximum number of people per answer; larger companies search. */
export const mostPeople = 5_000

/** Reads people for lists, pickers and the address book. */
export const people = (db: Db) => ({
  async find(query: PeopleQuery): Promise<PersonAnswer[]> {
    const rows = await matchingPeople(db, query)
      .select(['id', 'name', 'avatar', 'enable', 'leaving_date', 'position', 'phone'])
      .orderBy('enable', 'desc')
      .$if(query.byDepartment === true && isSearch(query), (found) => found.orderBy((eb) => named(eb, query.keyword ?? ''), 'desc'))
      .orderBy('pinyin')
      .orderBy('id')
      .limit(Math.min(query.limit, mostPeople))
      .offset(query.offset ?? 0)
      .execute()
    const departments = await departmentsOf(db, rows.map(({ id }) => id))
    return rows.map((row) => {
      const own = departments.get(row.id) ?? []
      const main = own.find(({ main }) => main)
      return {
        id: row.id,
        name: row.name,
        avatar: row.avatar,
        enable: row.enable ? 1 : 0,
        departed: !row.enable && row.leaving_date !== null,
        position: row.position,
        phone: row.phone,
        mainDepartment: main ? { id: main.id, name: main.name } : null,
        departments: own.map(({ id, name }) => ({ id, name })),
      }
    })
  },

  async count(query: Omit<PeopleQuery, 'limit'>): Promise<number> {
    const { count } = await matchingPeople(db, query).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  },
})

const isSearch = ({ keyword }: Pick<PeopleQuery, 'keyword'>): boolean => keyword !== undefined && keyword.trim() !== ''

function matchingPeople(db: Db, { ids, groups, keyword = '', byDepartment = false, enabled }: Omit<PeopleQuery, 'limit'>) {
  let query = db.selectFrom('sys_user').where('del_flag', '=', 0)
  if (ids) query = query.where('id', '=', sql<string>`any(${[...ids]})`)
  if (enabled !== undefined) query = query.where('enable', '=', enabled)
  if (isSearch({ keyword }))
    query = query.where((eb) => (byDepartment ? eb.or([named(eb, keyword), inDepartmentNamed(eb, keyword)]) : named(eb, keyword)))
  if (groups)
    query = query.where('id', 'in',
      (eb) => eb.selectFrom('sys_user_group').select('user_id').where('group_id', '=', sql<string>`any(${[...groups]})`))
  return query
}

/** Searches Chinese and English name, user name, job number, pinyin and initials. */
function named(eb: ExpressionBuilder<Tables, 'sys_user'>, keyword: string) {
  const pattern = containing(keyword)
  return eb.or([
    eb(sql<string>`lower(name)`, 'like', pattern),
    eb(sql<string>`lower(user_name)`, 'like', pattern),
    eb(sql<string>`lower(job_number)`, 'like', pattern),
    hasWords('sys_user.pinyin', keyword),
  ])
}

/** Finds the direct members of units by Chinese and English name, pinyin and initials. */
const inDepartmentNamed = (eb: ExpressionBuilder<Tables, 'sys_user'>, keyword: string) =>
  eb('sys_user.id', 'in',
    eb.selectFrom('sys_user_group').innerJoin('sys_group', 'sys_group.id', 'sys_user_group.group_id').select('user_id')
      .where('sys_group.del_flag', '=', 0)
      .where((unit) =>
        unit.or([unit(sql<string>`lower(sys_group.name)`, 'like', containing(keyword)), hasWords('sys_group.pinyin', keyword)])
      ))

/** Departments by person, the main one first. */
export async function departmentsOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('sys_user_group')
    .innerJoin('sys_group', 'sys_group.id', 'sys_user_group.group_id')
    .select(['user_id', 'sys_group.id', 'sys_group.name', 'sys_group.code', 'is_main as main'])
    .where('user_id', '=', sql<string>`any(${[...ids]})`)
    .where('del_flag', '=', 0)
    .orderBy('is_main', 'desc')
    .orderBy('sys_user_group.sort')
    .orderBy('sys_group.id')
    .execute()
  return listsByKey(rows.map((row) => [row.user_id, row] as const))
}

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

interface UnitsQuery {
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
    const rows = await matchingUnits(db, query)
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
    const { count } = await matchingUnits(db, query).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  },
})

function matchingUnits(db: Db, { ids, parentId, type, keyword, enabled, hasBudgetDept }: Omit<UnitsQuery, 'limit'>) {
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
