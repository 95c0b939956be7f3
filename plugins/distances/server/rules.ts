import { Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import { areaMeanings } from '#plugins/system/server/public-api.ts'
import { placesOf } from './places.ts'

const sides = [['fromArea', 'fromCode'], ['toArea', 'toCode']] as const

/** Each place may be said as a path or as its code; the one that changes decides, and both are kept. */
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
  // of a municipality and the city of its name, the city: distances are between cities
  meanings: { fromCode: areaMeanings(2), toCode: areaMeanings(2) },
  /** A file says places by their codes and names: the wrong one is reported at its column. */
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
