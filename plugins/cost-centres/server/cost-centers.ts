import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import './tables.ts'

export interface NewCostCenter {
  readonly id?: string
  readonly code: string
  readonly nameCn: string
  readonly nameEn: string
  /** Id of the responsible person. */
  readonly manager?: string | null
  readonly sapCode?: string | null
  readonly factory?: string | null
  readonly groupIds?: readonly string[]
  readonly status?: '1' | '2' | '3'
  readonly enable?: boolean
  readonly by: string
  readonly at: Date
}

export interface NewMapping {
  readonly department: string
  readonly costCenter: string
  readonly category?: string | null
  readonly isDefault?: boolean
  /** yyyy-MM-dd */
  readonly validFrom: string
  /** Inclusive. */
  readonly validTo?: string | null
  readonly by: string
  readonly at: Date
}

/** A cost centre and the department that is charged to it. */
export interface Charge {
  readonly department: string
  readonly costCenter: string
  readonly category?: string
}

/** Cost centres and their mappings to departments. */
export const costCenters = (db: Db) => ({
  /** Inserts a cost centre, or updates the one with the same code. Returns its id. */
  async save({ id = newId(), code, nameCn, nameEn, by, at, ...rest }: NewCostCenter): Promise<string> {
    const { manager = null, sapCode = null, factory = null, groupIds = [], status = '1', enable = true } = rest
    const values = {
      name_cn: nameCn,
      name_en: nameEn,
      manager_user_id: manager,
      sap_code: sapCode,
      factory,
      group_ids: [...groupIds],
      status,
      enable,
      pinyin: pinyinOf(nameCn),
      update_by: by,
      update_time: at,
    }
    const row = await db
      .insertInto('cost_center')
      .values({ ...values, id, code, create_by: by, create_time: at })
      .onConflict((conflict) =>
        conflict.column('code').where('del_flag', '=', sql.lit(0)).doUpdateSet((eb) => ({ ...values,
          version: eb('cost_center.version', '+', 1) })
        )
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  /** Maps a department to a cost centre for a period. The database refuses overlapping periods. */
  async map({ department, costCenter, category = null, isDefault = false, validFrom, validTo = null, by, at }: NewMapping): Promise<void> {
    await db
      .insertInto('department_cost_center')
      .values({
        id: newId(),
        department_id: department,
        cost_center_id: costCenter,
        expense_category_id: category,
        is_default: isDefault,
        valid_from: validFrom,
        valid_to: validTo,
        create_by: by,
        update_by: by,
        create_time: at,
        update_time: at,
      })
      .execute()
  },

  /** A department's default cost centre on a day, or else its only one; null where there are several without a default. */
  async usual({ department, category }: Omit<Charge, 'costCenter'>, day: string): Promise<string | null> {
    const { rows } = await sql<{ id: string; is_default: boolean }>`
      select mapping.cost_center_id as id, bool_or(mapping.is_default) as is_default
      from department_cost_center mapping join cost_center center on center.id = mapping.cost_center_id
      where mapping.department_id = ${department} and mapping.status = '1' and mapping.del_flag = 0
        and center.enable and center.status = '1' and center.del_flag = 0
        and ${day}::date between mapping.valid_from and coalesce(mapping.valid_to, 'infinity')
        and (mapping.expense_category_id is null or mapping.expense_category_id = ${category ?? null})
      group by mapping.cost_center_id order by 2 desc, 1 limit 2`.execute(db)
    const [first, second] = rows
    return first && (second === undefined || (first.is_default && !second.is_default)) ? first.id : null
  },

  /** Indexes of the charges without a valid mapping on the day; one query for all of them. */
  async unmapped(charges: readonly Charge[], day: string): Promise<number[]> {
    if (charges.length === 0) return []
    const { rows } = await sql<{ position: string }>`
      select asked.position - 1 as position
      from unnest(${charges.map(({ department }) => department)}::text[], ${charges.map(({ costCenter }) => costCenter)}::text[], ${
      charges.map(({ category }) => category ?? null)
    }::text[])
        with ordinality as asked (department, center, category, position)
      where not exists (
        select from department_cost_center mapping
        where mapping.department_id = asked.department and mapping.cost_center_id = asked.center
          and mapping.status = '1' and mapping.del_flag = 0
          and ${day}::date between mapping.valid_from and coalesce(mapping.valid_to, 'infinity')
          and (mapping.expense_category_id is null or mapping.expense_category_id = asked.category))
      order by 1`.execute(db)
    return rows.map(({ position }) => Number(position))
  },

  /** Ids of the responsible people, by cost centre id. */
  async owners(): Promise<ReadonlyMap<string, string>> {
    const rows = await db.selectFrom('cost_center').select(['id', 'manager_user_id']).where('manager_user_id', 'is not', null).execute()
    return new Map(rows.map((row) => [row.id, row.manager_user_id ?? '']))
  },
})
