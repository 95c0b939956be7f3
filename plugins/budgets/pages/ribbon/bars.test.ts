import { expect, it } from 'vitest'
import { barsOf, type Month } from './bars.ts'

const month = (budget: string, used = '0.00', occupied = '0.00'): Month => ({ budget, used, occupied })

it.each([
  ['fills the height with the largest month', [month('100.00', '50.00', '25.00'), month('50.00')], { requested: '0.00', at: 0 }, [{
    used: 20,
    occupied: 10,
    requested: 0,
    plan: 40,
  }, {
    used: 0,
    occupied: 0,
    requested: 0,
    plan: 20,
  }]],
  ['adds the requested amount to its month, beyond the budget', [month('100.00', '100.00')], { requested: '100.00', at: 0 }, [{ used: 20,
    occupied: 0, requested: 20, plan: 20 }]],
  ['draws nothing below the ground', [month('100.00', '-20.00')], { requested: '0.00', at: 0 }, [{ used: 0, occupied: 0, requested: 0,
    plan: 40 }]],
  ['stays flat where there is nothing', [month('0.00')], { requested: '0.00', at: 0 }, [{ used: 0, occupied: 0, requested: 0, plan: 0 }]],
] as const)('%s', (_, months, request, bars) => {
  expect(barsOf(months, { ...request, height: 40 })).toEqual(bars)
})
