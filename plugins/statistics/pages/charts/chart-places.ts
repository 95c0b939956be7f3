import type { ChartKind } from '#plugins/statistics/statistics-page.ts'

/** Columns of the grid of charts. */
const columns = 6

/** Charts that fill a row by themselves, or what a narrow chart leaves of it. */
const wide: ReadonlySet<ChartKind> = new Set(['heat', 'calendar', 'pareto'])
const narrow: ReadonlySet<ChartKind> = new Set(['ranking', 'share', 'gauges', 'funnel'])
const halved: ReadonlySet<ChartKind> = new Set(['ranking', 'scatter'])

/** The place of a chart in the grid. */
export interface ChartPlace {
  /** Width in columns, of six. */
  readonly span: number
  /** Row, from 0. */
  readonly row: number
  readonly beginsRow: boolean
}

/** Places charts row by row; the last of a row is as wide as what the row has left. */
export function chartPlaces(kinds: readonly ChartKind[]): readonly ChartPlace[] {
  const rows: number[][] = [[]]
  kinds.forEach((kind, at) => {
    const row = rows.at(-1) ?? []
    const left = columns - sum(row)
    const span = spanOf(kind, at)
    if (span <= left) row.push(span)
    else if (span === columns && left >= 4) row.push(left)
    else rows.push([span])
  })
  return rows.flatMap((row, at) =>
    row.map((span, place) => ({ row: at, beginsRow: place === 0, span: place === row.length - 1 ? span + columns - sum(row) : span }))
  )
}

const sum = (spans: readonly number[]): number => spans.reduce((total, span) => total + span, 0)

/** The width that a chart is drawn for: that of rankings is larger below the first row. */
function spanOf(kind: ChartKind, at: number): number {
  const isBelow = at >= 2
  if (wide.has(kind) || (kind === 'lines' && isBelow)) return columns
  if (halved.has(kind) && isBelow) return 3
  return narrow.has(kind) ? 2 : 4
}
