import { sql } from 'kysely'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { Refused } from '#kernel/errors.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import type { Db } from '#server/database/tables.ts'
import type { RecordTable } from '#server/resources/columns.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { areaMeanings } from '#plugins/system/server/public-api.ts'
import { areaDistance } from '../../distances/area-distance.ts'

interface AreaDistanceTable extends RecordTable {
  /** Area codes, the province or country first. */
  from_area: string[]
  to_area: string[]
  /** Last code of `from_area`. */
  from_code: string
  to_code: string
  km: number
  name_cn: string
  name_en: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    area_distance: AreaDistanceTable
  }
}

/** Sets the distance of rows between two places from the distance table; an entered distance takes precedence. */
export const tableKm: DocumentExtension = {
  concerns: (form) => waysOf(form).length > 0,

  async prepare({ db, form, value, filing, before }) {
    if (!(filing ?? before === undefined)) return {}
    const tables = waysOf(form).filter(({ table }) => rowsAt(value, table).length > 0)
    const kmOf = await distancesBetween(db, tables.flatMap(({ table, ends }) => rowsAt(value, table).map((row) => wayOf(row, ends))))
    return Object.fromEntries(
      tables.map(({ table, ends }) => [table, rowsAt(value, table).map((row) => ({ ...row, tableKm: kmOf(...wayOf(row, ends)) }))]),
    )
  },
}

type Ends = readonly [from: string, to: string]

/** Tables with a distance column, with the two area fields of their rows. */
const waysOf = ({ fields }: Form): { table: string; ends: Ends }[] =>
  Object.entries(fields).flatMap(([table, { columns = {} }]) => {
    const [from, to] = Object.keys(columns).filter((column) => columns[column]?.kind === 'cascader')
    return columns['tableKm']?.system && from !== undefined && to !== undefined ? [{ table, ends: [from, to] as const }] : []
  })

const wayOf = (row: FormValue, ends: Ends): [Path, Path] => [pathAt(row, ends[0]), pathAt(row, ends[1])]

const pathAt = (row: FormValue, key: string): Path => (Array.isArray(row[key]) ? (row[key] as Path) : [])

/** Area codes of a place, from the province or country down. */
type Path = readonly string[]

/** Lookup of known distances in km; districts without one of their own use that of their cities. */
async function distancesBetween(db: Db, ways: readonly (readonly [Path, Path])[]): Promise<(from: Path, to: Path) => number | null> {
  const codes = [...new Set(ways.flat(2))]
  const rows = codes.length === 0
    ? []
    : await db.selectFrom('area_distance').select(['from_code', 'to_code', 'km']).where('del_flag', '=', 0).where('from_code', 'in', codes)
      .where('to_code', 'in', codes).execute()
  const known = new Map(rows.flatMap(({ from_code: from, to_code: to, km }) => [[pair(from, to), km], [pair(to, from), km]] as const))
  return (from, to) => pairsOf(from, to).map((each) => known.get(each)).find((km) => km !== undefined) ?? null
}

const pair = (from: string, to: string) => `${from} ${to}`

/** Candidate pairs of areas, narrowest first; excludes pairs of which one contains the other. */
function pairsOf(from: Path, to: Path): string[] {
  const pairs = from.flatMap((start, above) => to.map((end, below) => ({ start, end, depth: above + below })))
  return pairs.filter(({ start, end }) => !to.includes(start) && !from.includes(end)).toSorted((left, right) => right.depth - left.depth)
    .map(({ start, end }) => pair(start, end))
}

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

/** Bulk insert of distances with their rules applied: the codes of two places and the kilometres between them. */
export async function saveDistances(db: Db, pairs: readonly (readonly [from: string, to: string, km: number])[],
  writer: Writer): Promise<void> {
  const all = records(areaDistance, distanceRules)
  for (const [fromCode, toCode, km] of pairs) await all.insert(db, { fromCode, toCode, km }, writer)
}
