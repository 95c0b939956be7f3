import { Decimal } from 'decimal.js'
import { expect, it } from 'vitest'
import { forecastOf } from './figures.ts'

const year = (...amounts: readonly number[]) => Array.from({ length: 12 }, (_, month) => new Decimal(amounts[month] ?? 0))
const occupied = new Decimal(5)
const span = { start: 1, end: 12 }

it.each([
  ['takes the remaining months from last year', { used: year(10, 10), lastYear: year(1, 1, 7, 8), upTo: 2 }, 10 + 10 + 5 + 7 + 8],
  ['goes on as so far without a last year', { used: year(10, 20), lastYear: year(), upTo: 2 }, 30 + 5 + 15 * 10],
  ['expects nothing more of a year that is over', { used: year(10, 20), lastYear: year(0, 0, 9), upTo: 12 }, 35],
  ['knows nothing before the year but last year', { used: year(), lastYear: year(1, 2), upTo: 0 }, 5 + 3],
  ['expects no refunds', { used: year(10), lastYear: year(1, -4), upTo: 1 }, 15],
  ['counts the months that count', { used: year(10, 10, 10), lastYear: year(1, 1, 1, 1, 1, 1), upTo: 3, span: { start: 3, end: 5 } },
    10 + 5 + 2],
])('%s', (_, figures, total) => {
  expect(forecastOf({ occupied, span, ...figures }).toNumber()).toBe(total)
})
