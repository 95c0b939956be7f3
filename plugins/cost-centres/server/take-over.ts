import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'

/** Cost centre as read from the leading system. */
export interface LeadingCostCenter {
  readonly code: string
  readonly nameCn: string
  readonly nameEn: string
  readonly factory: string | null
  /** True where the leading system blocks postings. */
  readonly frozen: boolean
}

/** Numbers of records inserted, updated, and rejected as invalid. */
export interface TakenOver {
  readonly added: number
  readonly changed: number
  readonly failed: number
}

/**
 * Upserts names, factory and frozen state by code. Manager, departments and the enabled state are kept, as are closed cost centres and
 * those absent from the leading system.
 */
export async function takeOverCostCenters(db: Db, rows: readonly LeadingCostCenter[],
  { by, at }: { readonly by: string; readonly at: Date }): Promise<TakenOver> {
  const fit = [
    ...new Map(
      rows.filter(({ code, nameCn, nameEn }) => /^[A-Z0-9][A-Z0-9-]{0,19}$/.test(code) && nameCn !== '' && nameEn !== '').map((
        row,
      ) => [row.code, row]),
    ).values(),
  ]
  const failed = rows.length - fit.length
  if (fit.length === 0) return { added: 0, changed: 0, failed }
  const { rows: written } = await sql<{ added: boolean }>`
    insert into cost_center (id, code, name_cn, name_en, sap_code, factory, status, pinyin, create_by, update_by, create_time, update_time)
    select row.id, row.code, row.name_cn, row.name_en, row.code, row.factory, case when row.frozen then '2' else '1' end,
      row.pinyin, ${by}, ${by}, ${at}::timestamptz, ${at}::timestamptz
    from unnest(${fit.map(() => newId())}::text[], ${fit.map(({ code }) => code)}::text[], ${
    fit.map(({ nameCn }) => nameCn.slice(0, 30))
  }::text[], ${fit.map(({ nameEn }) => nameEn.slice(0, 30))}::text[],
      ${fit.map(({ factory }) => factory?.slice(0, 10) ?? null)}::text[], ${fit.map(({ frozen }) => frozen)}::boolean[], ${
    fit.map(({ nameCn }) => pinyinOf(nameCn))
  }::text[])
      as row (id, code, name_cn, name_en, factory, frozen, pinyin)
    on conflict (code) where del_flag = 0 do update set
      name_cn = excluded.name_cn, name_en = excluded.name_en, sap_code = excluded.sap_code,
      factory = coalesce(excluded.factory, cost_center.factory),
      -- what was closed here stays closed
      status = case when cost_center.status = '3' then '3' else excluded.status end,
      pinyin = excluded.pinyin, update_by = excluded.update_by, update_time = excluded.update_time, version = cost_center.version + 1
    where (cost_center.name_cn, cost_center.name_en, cost_center.sap_code, cost_center.factory, cost_center.status) is distinct from
      (excluded.name_cn, excluded.name_en, excluded.sap_code, coalesce(excluded.factory, cost_center.factory),
        case when cost_center.status = '3' then '3' else excluded.status end)
    returning (xmax = 0) as added`.execute(db)
  const added = written.filter((row) => row.added).length
  return { added, changed: written.length - added, failed }
}
