import { describe, expect, it } from 'vitest'
import type { ChartKind } from '#plugins/statistics/statistics-page.ts'
import { chartPlaces } from './chart-places.ts'

const rowsOf = (kinds: readonly ChartKind[]) =>
  chartPlaces(kinds).reduce<number[][]>((rows, { span, row }) => {
    rows[row] = [...(rows[row] ?? []), span]
    return rows
  }, [])

describe('the places of charts', () => {
  it.each<[readonly ChartKind[], readonly number[][]]>([
    [['columns', 'ranking', 'share', 'ranking', 'columns'], [[4, 2], [2, 4], [6]]],
    [['columns', 'ranking', 'share', 'ranking'], [[4, 2], [2, 4]]],
    [['columns', 'ranking', 'share', 'heat'], [[4, 2], [2, 4]]],
    [['columns', 'ranking', 'ranking', 'scatter', 'lines'], [[4, 2], [3, 3], [6]]],
    [['columns', 'columns'], [[6], [6]]],
    [['calendar'], [[6]]],
  ])('%o fill their rows', (kinds, rows) => expect(rowsOf(kinds)).toEqual(rows))
})
