import { sql } from 'kysely'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import type { Db } from '#server/database/tables.ts'

/** Material of a plant as read from the leading system. */
export interface LeadingMaterial {
  readonly code: string
  readonly plant: string
  readonly nameCn: string
  readonly nameEn: string
  readonly storageLocation: string | null
  /** Null where the leading system does not say. */
  readonly saleable: boolean | null
}

/**
 * Updates names, storage location and the mark of being sold by code and plant. Unit, price and components are kept. Materials that are not
 * here are left out: their unit, and whether they are managed in batches, are decided here.
 */
export async function takeOverMaterials(db: Db, rows: readonly LeadingMaterial[],
  { by, at }: { readonly by: string; readonly at: Date }): Promise<{ added: number; changed: number; failed: number }> {
  const fit = [
    ...new Map(rows.filter(({ nameCn, nameEn }) => nameCn !== '' && nameEn !== '').map((row) => [`${row.code} ${row.plant}`, row]))
      .values(),
  ]
  const failed = rows.length - fit.length
  if (fit.length === 0) return { added: 0, changed: 0, failed }
  const { rows: changed } = await sql`
    update material set name_cn = row.name_cn, name_en = row.name_en, pinyin = row.pinyin,
      storage_location = coalesce(row.storage_location, material.storage_location),
      saleable = not material.is_set and coalesce(row.saleable, material.saleable), update_by = ${by}, update_time = ${at},
      version = material.version + 1
    from unnest(${fit.map(({ code }) => code)}::text[], ${fit.map(({ plant }) => plant)}::text[],
      ${fit.map(({ nameCn }) => nameCn.slice(0, 60))}::text[], ${fit.map(({ nameEn }) => nameEn.slice(0, 100))}::text[],
      ${fit.map(({ nameCn }) => pinyinOf(nameCn))}::text[], ${
    fit.map(({ storageLocation }) => storageLocation?.slice(0, 10) ?? null)
  }::text[],
      ${fit.map(({ saleable }) => saleable)}::boolean[])
      as row (code, plant, name_cn, name_en, pinyin, storage_location, saleable)
    where material.code = row.code and material.factory = row.plant and material.del_flag = 0
      and (material.name_cn, material.name_en, material.storage_location, material.saleable) is distinct from (row.name_cn, row.name_en,
        coalesce(row.storage_location, material.storage_location), not material.is_set and coalesce(row.saleable, material.saleable))
    returning material.id`.execute(db)
  return { added: 0, changed: changed.length, failed }
}
