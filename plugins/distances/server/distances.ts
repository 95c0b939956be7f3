import type { Db } from '#server/database/tables.ts'
import './tables.ts'

/** Codes of a place, from the province or country down. */
export type Path = readonly string[]

/** Kilometres between places that the table knows; of two districts without a distance of their own, that of their cities. */
export async function distancesBetween(db: Db, ways: readonly (readonly [Path, Path])[]): Promise<(from: Path, to: Path) => number | null> {
  const codes = [...new Set(ways.flat(2))]
  const rows = codes.length === 0
    ? []
    : await db.selectFrom('area_distance').select(['from_code', 'to_code', 'km']).where('del_flag', '=', 0).where('from_code', 'in', codes)
      .where('to_code', 'in', codes).execute()
  const known = new Map(rows.flatMap(({ from_code: from, to_code: to, km }) => [[pair(from, to), km], [pair(to, from), km]] as const))
  return (from, to) => pairsOf(from, to).map((each) => known.get(each)).find((km) => km !== undefined) ?? null
}

const pair = (from: string, to: string) => `${from} ${to}`

/** The narrowest places first; a place is no way from one that lies in it. */
function pairsOf(from: Path, to: Path): string[] {
  const pairs = from.flatMap((start, above) => to.map((end, below) => ({ start, end, depth: above + below })))
  return pairs.filter(({ start, end }) => !to.includes(start) && !from.includes(end)).toSorted((left, right) => right.depth - left.depth)
    .map(({ start, end }) => pair(start, end))
}
