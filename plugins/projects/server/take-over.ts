import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'

/** Project as read from the leading system. */
export interface LeadingProject {
  readonly code: string
  readonly nameCn: string
  readonly nameEn: string
}

/**
 * Updates the names of projects by their SAP project. New ones are inserted disabled, until somebody sets their manager and departments.
 */
export async function takeOverProjects(db: Db, rows: readonly LeadingProject[],
  { by, at }: { readonly by: string; readonly at: Date }): Promise<{ added: number; changed: number; failed: number }> {
  const fit = [
    ...new Map(
      rows.filter(({ code, nameCn, nameEn }) => code !== '' && code.length <= 30 && nameCn !== '' && nameEn !== '').map((
        row,
      ) => [row.code, row]),
    ).values(),
  ]
  const failed = rows.length - fit.length
  if (fit.length === 0) return { added: 0, changed: 0, failed }
  const newRows = sql`unnest(${fit.map(() => newId())}::text[], ${fit.map(({ code }) => code)}::text[], ${
    fit.map(({ nameCn }) => nameCn.slice(0, 30))
  }::text[], ${fit.map(({ nameEn }) => nameEn.slice(0, 30))}::text[], ${fit.map(({ nameCn }) => pinyinOf(nameCn))}::text[])
    as row (id, code, name_cn, name_en, pinyin)`
  const { rows: changed } = await sql`
    update expense_project set name_cn = row.name_cn, name_en = row.name_en, pinyin = row.pinyin, update_by = ${by}, update_time = ${at},
      version = expense_project.version + 1
    from ${newRows} where expense_project.sap_id = row.code and expense_project.del_flag = 0
      and (expense_project.name_cn, expense_project.name_en) is distinct from (row.name_cn, row.name_en)
    returning expense_project.id`.execute(db)
  const { rows: added } = await sql`
    insert into expense_project (id, code, name_cn, name_en, sap_id, pinyin, enable, create_by, update_by, create_time, update_time)
    select row.id, row.code, row.name_cn, row.name_en, row.code, row.pinyin, false, ${by}, ${by}, ${at}::timestamptz, ${at}::timestamptz
    from ${newRows} where not exists (select from expense_project known where known.sap_id = row.code and known.del_flag = 0)
    on conflict (code) where del_flag = 0 do nothing
    returning id`.execute(db)
  return { added: added.length, changed: changed.length, failed }
}
