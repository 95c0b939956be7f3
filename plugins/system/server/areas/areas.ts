import { bilingual, composeName } from '#kernel/wording/names.ts'
import type { Parameters } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import type { ReferenceRecord, ReferenceSource } from '#server/host.ts'
import type { ImportColumn } from '#server/imports/importer.ts'
import { type CellProblem, plain } from '#server/imports/cells/cell-values.ts'

/** Finds the city at the beginning of a text, e.g. of a station or company name. @returns the codes of province and city */
export type PlaceFinder = (text: string) => readonly string[] | undefined

interface NamedArea {
  readonly name: string
  readonly path: readonly string[]
  readonly level: number
}

/** Creates a finder after loading the areas once, for Chinese texts like the station “北京南” or the seller “上海…酒店有限公司”. */
export async function placeFinder(db: Db): Promise<PlaceFinder> {
  const rows = await db.selectFrom('area').select(['area_code', 'name', 'parent_code', 'level']).where('country', '=', 'CN').where('level',
    '>', 0).execute()
  const parents = new Map(rows.map(({ area_code: code, parent_code: parent }) => [code, parent]))
  const provinces = new Map(rows.filter(({ level }) => level === 1).map(({ area_code: code, name }) => [name.slice(0, 2), code]))
  // 海南 is also a prefecture of 青海, but texts refer to the province
  const isOtherProvince = (name: string, province: string) => (provinces.get(name) ?? province) !== province
  const known = rows.filter(({ level }) => level > 1).flatMap(({ area_code: code, name, level }): NamedArea[] => {
    const city = level === 2 ? code : parents.get(code)
    const province = city && parents.get(city)
    const short = shortened(name)
    return province && short.length > 1 && !isOtherProvince(short, province) ? [{ name: short, path: [province, city], level }] : []
  })
  // prefer the longest name, then the larger area
  const sorted = known.toSorted((one, other) => other.name.length - one.name.length || one.level - other.level)
  return (text) => sorted.find(({ name }) => text.startsWith(name))?.path
}

const peoples = '(?:朝鲜|土家|苗|藏|羌|彝|布依|侗|哈尼|壮|傣|白|景颇|傈僳|回|蒙古|柯尔克孜|哈萨克)族?'
const kinds = new RegExp(`(?:(?:${peoples})*自治[州县]|地区|市|盟|县|区)$`)

/** Strips the suffix for the kind of area: 苏州市, 延边朝鲜族自治州, 大兴安岭地区, 昆山市, 吴中区. */
const shortened = (name: string): string => name.replace(kinds, '')

/** A province, city or district with its sub-areas, in the wire format. */
interface AreaNode {
  readonly areaCode: string
  readonly name: string
  readonly nameEn: string
  readonly sub: readonly AreaNode[]
}

/** Repository of countries and Chinese areas, which only change with the product. */
export const areas = (db: Db) => ({
  async countries() {
    const rows = await listed(db).where('level', '=', 0).execute()
    return rows.map(({ area_code: code, name, name_en: nameEn, pinyin }) => ({ code, name, nameEn, pinyin }))
  },

  /** All provinces, cities and districts in one list. */
  async regions() {
    const rows = await listed(db).where('level', '>', 0).execute()
    return rows.map(({ area_code: areaCode, name, pinyin }) => ({ areaCode, name, pinyin }))
  },

  async tree(): Promise<readonly AreaNode[]> {
    const rows = await listed(db).where('level', '>', 0).execute()
    const below = listsByKey(rows.map((row) => [row.parent_code, row] as const))
    const nodesOf = (parent: string | null): AreaNode[] =>
      (below.get(parent) ?? []).map(({ area_code: areaCode, name, name_en: nameEn }) => ({ areaCode, name, nameEn,
        sub: nodesOf(areaCode) })
      )
    return nodesOf('CN')
  },
})

/** Country codes whose areas are offered as provinces. */
const atHome = ['CN', 'HK', 'MO', 'TW']

/** Reference source of places for forms, by level from the province down; other countries follow the provinces. */
export const areaSource: ReferenceSource = {
  async find(db, ids) {
    return ids.length === 0 ? [] : (await recordsOf(db).where('area_code', 'in', [...ids]).execute()).map(recordOf)
  },
  async candidates(db, { context, current, size }) {
    const parent = context['parent']
    const rows = await recordsOf(db)
      .where((
        eb,
      ) => (typeof parent === 'string'
        ? eb('parent_code', '=', parent)
        : eb.or([eb('parent_code', '=', 'CN'), eb.and([eb('parent_code', 'is', null), eb('area_code', 'not in', atHome)])]))
      )
      .orderBy('level', 'desc').orderBy('area_code').limit(size).offset((current - 1) * size).execute()
    return { records: rows.map(recordOf), total: (current - 1) * size + rows.length }
  },
}

const listed = (db: Db) => db.selectFrom('area').select(['area_code', 'name', 'name_en', 'pinyin', 'parent_code']).orderBy('area_code')

const recordsOf = (db: Db) =>
  db.selectFrom('area').select((eb) => [
    'area_code',
    'name',
    'name_en',
    eb.not(eb.exists(eb.selectFrom('area as part').select('part.area_code').whereRef('part.parent_code', '=', 'area.area_code'))).as(
      'leaf',
    ),
  ])

const recordOf = (row: { area_code: string; name: string; name_en: string; leaf: unknown }): ReferenceRecord => ({ id: row.area_code,
  name: composeName({ cn: row.name, en: row.name_en }), enabled: true, code: row.area_code, leaf: row.leaf === true })

interface Area {
  readonly area_code: string
  readonly name: string
  readonly name_en: string
  readonly parent_code: string | null
  readonly level: number
}

/** Maximum number of areas listed in a problem. */
const mostShown = 3

/**
 * Resolves texts of an import to area codes: codes, names in Chinese (also without 市, 区 …) or English, and names with preceding parents
 * (江苏省>苏州市, Jiangsu/Suzhou). An ambiguous name resolves to the area of `level` (1 province, 2 city, 3 district), if that is unique.
 */
export const areaMeanings = (level: number): NonNullable<ImportColumn['meanings']> => async (db) => {
  const areas: readonly Area[] = await db.selectFrom('area').select(['area_code', 'name', 'name_en', 'parent_code', 'level']).execute()
  const byCode = new Map(areas.map((area) => [area.area_code, area]))
  const byName = listsByKey(areas.flatMap((area) => [area.area_code, area.name, area.name_en].map((name) => [keyOf(name), area] as const)))
  const byShortName = listsByKey(areas.map((area) => [keyOf(shortened(area.name)), area] as const))
  const pathOf = (area: Area): readonly Area[] => {
    const parent = byCode.get(area.parent_code ?? '')
    return parent ? [...pathOf(parent), area] : [area]
  }
  const isCalled = (area: Area, key: string) => byName.get(key)?.includes(area) === true || byShortName.get(key)?.includes(area) === true
  return (text) => {
    const names = text.split(/[/>]/).map(keyOf).filter(Boolean)
    const last = names.at(-1) ?? ''
    const lies = (area: Area) => names.every((name) => pathOf(area).some((each) => isCalled(each, name)))
    const called = (byName.get(last) ?? byShortName.get(last) ?? []).filter(lies)
    const found = called.length > 1 ? atLevel(called, level) : called
    const [first, second] = found
    if (!first) return problem('system.area.unknown', { text })
    if (!second) return first.area_code
    const shownBy = (nameOf: (area: Area) => string) =>
      found.slice(0, mostShown).map((area) => pathOf(area).slice(-2).map(nameOf).join('>')).join(', ')
    const shown = bilingual({ cn: shownBy(({ name }) => name), en: shownBy(({ name_en: name }) => name) })
    return problem('system.area.ambiguous', { text, shown })
  }
}

const keyOf = (name: string): string => plain(name).toLowerCase()

function atLevel(areas: readonly Area[], level: number): readonly Area[] {
  const there = areas.filter((area) => area.level === level)
  return there.length === 1 ? there : areas
}

const problem = (code: string, parameters: Parameters): CellProblem => ({ code, parameters })
