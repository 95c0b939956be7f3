import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import { areaMeanings } from '#plugins/system/server/public-api.ts'
import type { Db } from '#server/database/tables.ts'

const sides = [['fromArea', 'fromCode'], ['toArea', 'toCode']] as const

/** Accepts each place as a path or as a code; the changed one takes precedence, and both are stored. */
export const distanceRules: RecordRules = {
  constraints: {
    area_distance_ends: { code: 'distances.samePlace', fields: ['toArea'] },
    area_distance_pair: { code: 'distances.known', fields: ['toArea'] },
  },
  async prepare({ db, value, before }) {
    const codes = sides.map(([area, code]) => codeOf(value, before, { area, code }))
    const places = await placesOf(db, codes)
    const [from, to] = codes.map((code, side) =>
      places.get(code) ?? refuse(code === '' ? 'error.field.required' : 'error.field.choice', sides[side]![0])
    )
    return {
      fromArea: from!.path,
      toArea: to!.path,
      fromCode: codes[0],
      toCode: codes[1],
      nameCn: `${from!.cn}—${to!.cn}`,
      nameEn: `${from!.en} – ${to!.en}`,
    }
  },
  // a municipality's name resolves to the city level, since distances are between cities
  meanings: { fromCode: areaMeanings(2), toCode: areaMeanings(2) },
  /** Imports have codes or names; an invalid one is reported at its column. */
  async imports({ db, value }) {
    const places = await placesOf(db, sides.map(([, code]) => String(value[code] ?? '')))
    for (const [, code] of sides) if (!places.has(String(value[code] ?? ''))) refuse('error.field.code', code)
    if (value['fromCode'] === value['toCode']) refuse('distances.samePlace', 'toCode')
  },
}

interface DistanceEnd {
  readonly area: string
  readonly code: string
}

function codeOf(value: FormValue, before: FormValue = {}, { area, code }: DistanceEnd): string {
  const [entered, stood] = [value, before].map((record) => textOf(record[code]))
  const last = Array.isArray(value[area]) ? textOf((value[area] as unknown[]).at(-1)) : ''
  return entered !== '' && (entered !== stood || last === '') ? entered! : last
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function refuse(code: string, field: string): never {
  throw new Refused(code, {}, [{ field, code }])
}

/** A place with its ancestors. */
interface DistancePlace {
  /** Area codes, from the province or country down. */
  readonly path: readonly string[]
  /** Names of the place itself. */
  readonly cn: string
  readonly en: string
}

/** Places by code; unknown codes are left out. */
async function placesOf(db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, DistancePlace>> {
  const { rows } = await sql<{ code: string; path: string[]; name: string; name_en: string }>`
    with recursive upward (code, area_code, parent_code, path) as (
      select area_code, area_code, parent_code, array[area_code::text] from area where area_code = any(${codes}::text[])
      union all
      -- provinces are chosen first: the country above them is left out
      select code, area.area_code, area.parent_code, area.area_code::text || path from upward
      join area on area.area_code = upward.parent_code where area.level > 0
    )
    select distinct on (upward.code) upward.code, path, named.name, named.name_en
    from upward join area named on named.area_code = upward.code
    order by upward.code, cardinality(path) desc`.execute(db)
  return new Map(rows.map(({ code, path, name, name_en: en }) => [code, { path, cn: name, en }]))
}
