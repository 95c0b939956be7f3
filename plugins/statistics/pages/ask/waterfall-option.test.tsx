import { expect, it } from 'vitest'
import type { ChartColours } from '#shell/chart/chart-option.ts'
import { waterfallOption } from './AskPanel.tsx'

it('stands departments that are wider than their bar in two rows by turns, and never breaks a word', () => {
  const names = ['Before', 'Information Technology', 'Sales', 'Now']
  const { xAxis } = waterfallOption({ before: '1', now: '3', changes: ['1', '1'], names, text: String, isNarrow: false })(
    {} as ChartColours,
  ) as {
    xAxis: { axisLabel: { width: number; formatter(name: string, at: number): string } }
  }
  expect(names.map((name, at) => xAxis.axisLabel.formatter(name, at))).toEqual(['Before', '\n\nInformation Technology', 'Sales', '\n\nNow'])
  expect(xAxis.axisLabel.width).toBeGreaterThan('Technology'.length * 7)
})
