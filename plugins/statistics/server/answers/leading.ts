import { Decimal } from 'decimal.js'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import type { StatisticsRow } from '../../wire.ts'
import type { FactFilter } from '../fact-filter.ts'
import { figureOf } from './figures.ts'
import type { DimensionNamer } from './names.ts'
import { rowName, type SumRow, sumsBy } from '../counting/sums.ts'

/** By column: the value with the highest figure within a row. */
export type LeadingValues = Readonly<Record<string, { readonly by: string; readonly value: string; readonly figure: string }>>

/** The leading values of rows of the table, in their order. */
export async function leadingOf(db: Db, filter: FactFilter, table: readonly SumRow[]): Promise<readonly LeadingValues[]> {
  const { page } = filter
  const [first] = page.groupBy
  if (!page.leading || first === undefined || table.length === 0) return []
  const narrowed = { ...filter, filters: { ...filter.filters, [first]: [...new Set(table.map(({ keys }) => keys[first] ?? ''))] } }
  const columns = await Promise.all(Object.entries(page.leading).map(async ([key, { by, measure }]) => {
    const { rows } = await sumsBy(db, narrowed, [...page.groupBy, by], { measures: [measure] })
    return { key, by, highest: highestOf(page, measure, { rows, by }) }
  }))
  return table.map((row) =>
    Object.fromEntries(columns.flatMap(({ key, by, highest }) => {
      const found = highest.get(rowName(page.groupBy, row))
      return found ? [[key, { by, ...found }]] : []
    }))
  )
}

/** The same in the form of the wire. */
export const leadingValues = ({ leading = {} }: StatisticsPage, row: LeadingValues,
  naming: DimensionNamer): NonNullable<StatisticsRow['leading']> =>
  Object.fromEntries(Object.keys(leading).map((key) => {
    const found = row[key]
    return [key, found ? { ...naming(found.by, found.value), figure: found.figure } : null]
  }))

interface Within {
  readonly rows: readonly SumRow[]
  readonly by: string
}

/** The highest figure of each row of the table, with the value that has it. */
function highestOf(page: StatisticsPage, measure: string,
  { rows, by }: Within): ReadonlyMap<string, { readonly value: string; readonly figure: string }> {
  const highest = new Map<string, { value: string; figure: string }>()
  for (const row of rows) {
    const figure = figureOf(page, measure, row.sums) ?? '0'
    const value = row.keys[by] ?? ''
    const name = rowName(page.groupBy, row)
    if (value !== '' && new Decimal(figure).gt(highest.get(name)?.figure ?? 0)) highest.set(name, { value, figure })
  }
  return highest
}
