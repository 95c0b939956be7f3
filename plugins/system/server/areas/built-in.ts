import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import { provinces } from './cities.ts'
import { countries } from './countries.ts'
import { districts } from './districts.ts'

/** A row of the table of areas. */
interface Area {
  readonly area_code: string
  readonly name: string
  readonly name_en: string
  readonly pinyin: string
  readonly parent_code: string | null
  /** 0 country, 1 province, 2 prefecture, 3 district */
  readonly level: number
  readonly country: string
}

/** Every area that is known from the beginning: countries, and China down to prefectures; of large cities the districts too. */
export function builtInAreas(): readonly Area[] {
  return [...countries.map((entry) => country(entry)), ...provinces.flatMap(([code, name, nameEn, cities]) => [
    area({ code: `${code}0000`, name, nameEn, parent: 'CN', level: 1 }),
    ...parts(cities).flatMap((city) => [
      area({ ...city, code: `${code}${city.code}00`, parent: `${code}0000`, level: 2 }),
      ...parts(districts[`${code}${city.code}`] ?? '').map((district) =>
        area({ ...district, code: `${code}${city.code}${district.code}`, parent: `${code}${city.code}00`, level: 3 })
      ),
    ]),
  ])]
}

interface BuiltInArea {
  readonly code: string
  readonly name: string
  readonly nameEn: string
}

/** "01 广州市 Guangzhou,02 …" */
const parts = (list: string): readonly BuiltInArea[] => (list === '' ? [] : list.split(',').map(partOf))

function partOf(entry: string): BuiltInArea {
  const [code = '', name = '', ...nameEn] = entry.split(' ')
  return { code, name, nameEn: nameEn.join(' ') }
}

const area = ({ code, name, nameEn, parent, level }: BuiltInArea & { readonly parent: string; readonly level: number }): Area => ({
  area_code: code,
  name,
  name_en: nameEn,
  pinyin: pinyinOf(name),
  parent_code: parent,
  level,
  country: 'CN',
})

function country(entry: string): Area {
  const { code, name, nameEn } = partOf(entry)
  return { area_code: code, name, name_en: nameEn, pinyin: pinyinOf(name), parent_code: null, level: 0, country: code }
}
