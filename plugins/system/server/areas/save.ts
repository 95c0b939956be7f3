import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'

export interface SavedRisk {
  readonly level: 'HIGH' | 'MIDDLE'
  /** Area codes, the province first. */
  readonly area: readonly [province: string, city?: string, county?: string]
  /** yyyy-MM-dd */
  readonly since: string
  readonly by: string
  readonly at: Date
}

/** Marks an area as a risk, without a call. */
export async function saveRisk(db: Db, { level, area, since, by, at }: SavedRisk): Promise<void> {
  const [province, city = null, county = null] = area
  await db.insertInto('risk_area').values({ id: newId(), level, area: [...area] as string[], province_arae_code: province,
    city_area_code: city, county_area_code: county, since, until: null, create_by: by, update_by: by, create_time: at, update_time: at })
    .execute()
}

export interface SavedFactory {
  readonly code: string
  readonly nameCn: string
  readonly nameEn: string
  readonly enterprise: string
  readonly by: string
  readonly at: Date
}

/** Adds a factory, without a call. */
export async function saveFactory(db: Db, { code, nameCn, nameEn, enterprise, by, at }: SavedFactory): Promise<void> {
  await db.insertInto('factory').values({ id: newId(), code, name_cn: nameCn, name_en: nameEn, enterprise_id: enterprise, create_by: by,
    update_by: by, create_time: at, update_time: at }).execute()
}
