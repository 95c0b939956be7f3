import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import { areaMeanings } from './area-meanings.ts'

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
