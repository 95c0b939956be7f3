import { expect, it } from 'vitest'
import type { ChartColours } from '#shell/chart/chart-option.ts'
import { waterfallOption } from './overview-options.ts'

const labels = (names: readonly string[]) => {
  const { xAxis } = waterfallOption({ budget: '310', forecast: '318', steps: [], names })({} as ChartColours) as {
    xAxis: { axisLabel: { formatter(name: string, at: number): string } }
  }
  return names.map((name, at) => xAxis.axisLabel.formatter(name, at))
}

it('stands names that are wider than their bar in two rows by turns, and never breaks a word', () => {
  expect(labels(['预算', '差旅费', '预测'])).toEqual(['预算', '差旅费', '预测'])
  expect(labels(['预算', '质量损失', '预测'])).toEqual(['预算', '\n质量损失', '预测'])
  expect(labels(['Budget', 'Business entertainment', 'Forecast'])).toEqual(['Budget', '\n\nBusiness entertainment', 'Forecast'])
})
