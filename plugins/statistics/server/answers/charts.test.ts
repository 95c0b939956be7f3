import { Decimal } from 'decimal.js'
import { expect, it } from 'vitest'
import { eligibleProposals } from '#plugins/research/statistics/pages.ts'
import { counted } from '../testing-pages.ts'
import { chartFigures } from './charts.ts'

const row = (department: string, eligible: number, target: number) => ({ keys: { department },
  sums: { eligible: new Decimal(eligible), target: new Decimal(target) } })

it('a ranking beside a target keeps departments that have reached nothing, and leaves out those without either', () => {
  const chart = eligibleProposals.charts.find(({ kind }) => kind === 'ranking')!
  const filter = { page: counted(eligibleProposals), from: '2026-01-01', to: '2026-12-31', before: new Date('2026-11-20T00:00:00+08:00'),
    scope: 'all', person: '', filters: {} } as const
  const { points, series } = chartFigures(eligibleProposals, { chart, filter, naming: (_, value) => ({ value, name: value }),
    rows: [row('none', 0, 0), row('aim', 0, 12), row('some', 3, 4)] })
  expect([points.map(({ value }) => value), ...series.map(({ values }) => values)]).toEqual([['some', 'aim'], ['3', '0'], ['4', '12']])
})
