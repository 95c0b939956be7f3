import { describe, expect, it } from 'vitest'
import { curveLabels, stepsOf } from './overview-options.ts'
import { heatOf, shareOf } from './overview.ts'

describe('the heat of a month', () => {
  it.each(
    [[undefined, 'none'], [0, 'low'], [80, 'low'], [81, 'half'], [90, 'half'], [91, 'near'], [100, 'near'], [101, 'over'], [120, 'over'], [
      121,
      'far',
    ]] as const,
  )(
    'of %s percent is %s',
    (percent, heat) => {
      expect(heatOf(percent)).toBe(heat)
    },
  )

  it('counts what is occupied, and what a month to come is expected to cost', () => {
    const month = { budget: '200.00', used: '100.00', occupied: '50.00' }
    const department = { months: [month, month, { ...month, budget: '0.00' }], expected: ['0.00', '90.00', '10.00'] }
    expect(shareOf(department, 1, 1)).toEqual({ kind: 'current', percent: 75 })
    expect(shareOf(department, 1, 2)).toEqual({ kind: 'past', percent: 75 })
    expect(shareOf(department, 2, 1)).toEqual({ kind: 'expected', percent: 120 })
    expect(shareOf(department, 3, 3)).toEqual({ kind: 'current', percent: undefined })
  })
})

describe('the steps from budget to forecast', () => {
  const category = (id: string, budget: string, forecast: string) => ({ id, name: id, budget, forecast, used: '0', occupied: '0',
    lastYear: '0', months: [] })

  it('go up and down by the largest differences, the others together, and end at the forecast', () => {
    const categories = [category('a', '100', '130'), category('b', '100', '80'), category('c', '50', '51'), category('d', '50', '47'),
      category('e', '10', '10')]
    const steps = stepsOf({ budget: '310', forecast: '318', categories }, 2)
    expect(steps.map(({ id, difference, from, to }) => [id, difference, from, to])).toEqual([
      ['a', '30.00', '310.00', '340.00'],
      ['b', '-20.00', '340.00', '320.00'],
      [undefined, '-2.00', '320.00', '318.00'],
    ])
  })

  it('are none where the forecast is the budget', () => {
    expect(stepsOf({ budget: '10', forecast: '10', categories: [category('e', '10', '10')] }, 6)).toEqual([])
  })
})

describe('the labels of the curve', () => {
  const texts = { used: 'Used', budget: 'Budget', forecast: 'Forecast', withOccupied: 'With occupied' }
  const curve = { budget: ['1000000', '2000000', '3000000', '4000000'], used: ['900000', '1900000', '2900000', undefined],
    forecast: [undefined, undefined, '3200000', '4100000'], occupied: '300000', current: 2 }

  it('say what each line comes to where it ends; those at the end keep apart, the higher one above', () => {
    const { used, occupied, budget, forecast, isOver } = curveLabels(curve, texts, false)
    expect([used, occupied, budget, forecast].map((label) => [label?.at, label?.text])).toEqual([[2, 'Used 290'], [2, 'With occupied 320'],
      [3, 'Budget 400'], [3, 'Forecast 410']])
    expect(isOver).toBe(true)
    expect(budget.shift - forecast.shift).toBeGreaterThan(10)
    expect(curveLabels({ ...curve, forecast: ['3000000', '3000000', '3000000', '3000000'] }, texts, false)).toMatchObject({ isOver: false,
      budget: { shift: 0 }, forecast: { shift: 0 } })
  })

  it('are figures alone in little room, and say nothing of what is not there', () => {
    expect(curveLabels(curve, texts, true)).toMatchObject({ used: { text: '290' }, budget: { text: '400' } })
    expect(curveLabels({ ...curve, occupied: '0.00' }, texts, false).occupied).toBeUndefined()
    expect(curveLabels({ ...curve, current: -1, used: [undefined, undefined, undefined, undefined] }, texts, false).used).toBeUndefined()
  })
})
