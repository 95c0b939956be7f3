import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import { newId } from '#server/identity/id.ts'
import { areaMeanings } from './areas.ts'

/** Wire names of the area codes, from the province down; the misspelling is part of the API. */
const codeFields = ['provinceAraeCode', 'cityAreaCode', 'countyAreaCode'] as const

/** Areas at high and middle risk on a day. */
export async function riskAreas(db: Db, today: string) {
  const rows = await db.selectFrom('risk_area').selectAll().where('del_flag', '=', 0).where('since', '<=', today).where((eb) =>
    eb.or([eb('until', 'is', null), eb('until', '>=', today)])
  ).orderBy('id').execute()
  const listOf = (level: 'HIGH' | 'MIDDLE') =>
    rows.filter((row) => row.level === level).map((row) => ({ provinceAraeCode: row.province_arae_code, cityAreaCode: row.city_area_code,
      countyAreaCode: row.county_area_code, since: row.since, until: row.until })
    )
  return { highlist: listOf('HIGH'), middlelist: listOf('MIDDLE') }
}

/** Accepts the area as a path or as codes; the changed one takes precedence, and both are stored. */
export const riskRules: RecordRules = {
  constraints: { risk_area_until: { code: 'system.risk.untilBeforeSince', fields: ['until'] } },
  async prepare({ db, value, before }) {
    const path = placeOf(value, before)
    if (path.length === 0) refuse('error.field.required', 'area')
    await mustBePlace(db, path)
    return { area: path, ...Object.fromEntries(codeFields.map((field, level) => [field, path[level] ?? null])) }
  },
  meanings: Object.fromEntries(codeFields.map((field, level) => [field, areaMeanings(level + 1)])),
  /** Imports have codes or names per level; the first invalid one is reported. */
  async imports({ db, value }) {
    const wrong = await wrongLevel(db, codesOf(value))
    if (wrong >= 0) refuse('error.field.code', codeFields[wrong] ?? 'area')
  },
}

function placeOf(value: FormValue, before: FormValue | undefined): readonly string[] {
  const codes = codesOf(value)
  const area = Array.isArray(value['area']) ? (value['area'] as string[]) : []
  if (codes.length === 0) return area
  const areMoved = String(codes) !== String(before ? codesOf(before) : [])
  return areMoved || area.length === 0 ? codes : area
}

const codesOf = (value: FormValue): readonly string[] =>
  codeFields.map((field) => value[field]).filter((code): code is string => typeof code === 'string' && code !== '')

async function mustBePlace(db: Db, path: readonly string[]): Promise<void> {
  if ((await wrongLevel(db, path)) >= 0) refuse('error.field.choice', 'area')
}

/** Index of the first step of a path that is not within the previous one; -1 if the path is valid. */
async function wrongLevel(db: Db, path: readonly string[]): Promise<number> {
  const { rows } = await sql<{ code: string }>`
    select given.code from unnest(${path}::text[]) with ordinality as given (code, place)
    join area on area.area_code = given.code and area.level = given.place`.execute(db)
  const known = new Set(rows.map(({ code }) => code))
  return path.findIndex((code, level) => !known.has(code) || (level > 0 && !code.startsWith(path[level - 1]!.slice(0, level * 2))))
}

function refuse(code: string, field: string): never {
  throw new Refused(code, {}, [{ field, code }])
}

export type RiskLevel = 'high' | 'middle' | 'none'

const areaCodes = (area: { provinceAraeCode: string; cityAreaCode: string | null; countyAreaCode: string | null }) =>
  [area.provinceAraeCode, area.cityAreaCode, area.countyAreaCode].filter((code): code is string => code !== null && code !== '')

/** Lookup of the risk level of areas on a day (yyyy-MM-dd): areas within or containing a marked area; the highest level applies. */
export async function riskLevels(db: Db, day: string): Promise<(area: readonly string[]) => RiskLevel> {
  const { highlist, middlelist } = await riskAreas(db, day)
  const [high, middle] = [highlist, middlelist].map((list) => list.map(areaCodes))
  const touches = (list: readonly (readonly string[])[] = [], area: readonly string[]) =>
    area.length > 0 && list.some((marked) => marked.slice(0, area.length).every((code, level) => code === area[level]))
  return (area) => (touches(high, area) ? 'high' : touches(middle, area) ? 'middle' : 'none')
}

interface SavedRisk {
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

interface SavedFactory {
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
