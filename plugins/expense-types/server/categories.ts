import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import './tables.ts'

export interface NewCategory {
  readonly id?: string
  readonly code: string
  readonly nameCn: string
  readonly nameEn: string
  /** Id of the parent category. */
  readonly parent?: string | null
  readonly sort?: number
  readonly sapSubject?: string | null
  readonly overdueDays?: number | null
  /** Business type of the application that an expense of this category must link. */
  readonly requiresLink?: string | null
  readonly reimburseKind?: string | null
  readonly projectRequired?: boolean
  readonly deductible?: boolean
  readonly departmentIds?: readonly string[]
  readonly enabled?: boolean
  readonly by: string
  readonly at: Date
}

/** Expense categories in two levels. */
export const categories = (db: Db) => ({
  /** Inserts a category, or updates the one with the same code. Returns its id. */
  async save(category: NewCategory): Promise<string> {
    const values = columns(category)
    const row = await db
      .insertInto('expense_category')
      .values({ ...values, id: category.id ?? newId(), code: category.code, create_by: category.by, create_time: category.at })
      .onConflict((conflict) =>
        conflict.column('code').where('del_flag', '=', sql.lit(0)).doUpdateSet((eb) => ({ ...values,
          version: eb('expense_category.version', '+', 1) })
        )
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  /** State and project requirement of a category; undefined where the id is unknown. */
  async find(id: string): Promise<{ readonly enabled: boolean; readonly projectRequired: boolean } | undefined> {
    const row = await db.selectFrom('expense_category').select(['state', 'project_required']).where('id', '=', id).where('del_flag', '=', 0)
      .executeTakeFirst()
    return row && { enabled: row.state, projectRequired: row.project_required }
  },
})

function columns(category: NewCategory) {
  return {
    name_cn: category.nameCn,
    name_en: category.nameEn,
    parent: category.parent ?? null,
    sort: category.sort ?? 0,
    sap_subject: category.sapSubject ?? null,
    overdue_days: category.overdueDays ?? null,
    requires_link: category.requiresLink ?? null,
    reimburse_kind: category.reimburseKind ?? null,
    ...switches(category),
    pinyin: pinyinOf(category.nameCn),
    update_by: category.by,
    update_time: category.at,
  }
}

const switches = ({ projectRequired = false, deductible = false, enabled = true, departmentIds = [] }: NewCategory) => ({
  project_required: projectRequired,
  deductible,
  state: enabled,
  department_ids: [...departmentIds],
})
