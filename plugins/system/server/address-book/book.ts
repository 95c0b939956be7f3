import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { containing, hasWords } from '#server/identity/organisation/search-text.ts'
import type { BookPerson } from '#plugins/system/organisation-wire.ts'

export interface BookQuery {
  readonly keyword?: string
  /** Unit including everything below it. */
  readonly groupId?: string
  /** Includes departed and disabled people. */
  readonly departed: boolean
}

/** Address book, searchable by name, number, phone, e-mail and pinyin; open to everyone, so no data scope applies. */
export const book = (db: Db) => ({
  async count(query: BookQuery): Promise<number> {
    const { count } = await matching(db, query).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  },

  async page(query: BookQuery, { limit, offset }: { limit: number; offset: number }): Promise<BookPerson[]> {
    const rows = await matching(db, query)
      .select(['sys_user.id', 'sys_user.name', 'avatar', 'job_number', 'sys_user.position', 'phone', 'email', 'sys_user.enable',
        'leaving_date'])
      .select((eb) =>
        eb.selectFrom('sys_user_group').innerJoin('sys_group', 'sys_group.id', 'sys_user_group.group_id').select('sys_group.name').whereRef(
          'user_id',
          '=',
          'sys_user.id',
        )
          .where('is_main', '=', true).as('department')
      )
      .orderBy('sys_user.enable', 'desc').orderBy('sys_user.pinyin').orderBy('sys_user.id')
      .limit(limit).offset(offset)
      .execute()
    return rows.map(({ job_number: jobNumber, leaving_date: left, ...row }) => ({ ...row, jobNumber,
      departed: !row.enable && left !== null })
    )
  },
})

function matching(db: Db, { keyword = '', groupId, departed }: BookQuery) {
  let query = db.selectFrom('sys_user').where('sys_user.del_flag', '=', 0)
  if (!departed) query = query.where('sys_user.enable', '=', true)
  if (groupId !== undefined) query = query.where(inUnit(groupId))
  if (keyword.trim() === '') return query
  const pattern = containing(keyword)
  const texts = ['sys_user.name', 'user_name', 'job_number', 'phone', 'email'] as const
  return query.where((eb) =>
    eb.or([...texts.map((column) => eb(sql<string>`lower(${sql.ref(column)})`, 'like', pattern)), hasWords('sys_user.pinyin', keyword)])
  )
}

const inUnit = (id: string) =>
  sql<SqlBool>`exists (
  select from sys_user_group member join sys_group unit on unit.id = member.group_id
  where member.user_id = sys_user.id and unit.path like (select path || '%' from sys_group where id = ${id} and del_flag = 0))`
