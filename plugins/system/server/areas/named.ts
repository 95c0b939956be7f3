import type { Db } from '#server/database/tables.ts'

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
export const shortened = (name: string): string => name.replace(kinds, '')
