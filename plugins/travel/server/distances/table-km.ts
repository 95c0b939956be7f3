import './tables.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import type { Db } from '#server/database/tables.ts'

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
