import { sql } from 'kysely'
import { Missing } from '#kernel/errors.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { containing, hasWords } from '#server/identity/organisation/search-text.ts'
import type { PageOf, UnitDetail, UnitMember } from '#plugins/system/unit-wire.ts'

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
