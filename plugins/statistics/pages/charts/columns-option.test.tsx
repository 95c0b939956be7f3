import { describe, expect, it } from 'vitest'
import type { ChartColours } from '#shell/chart/chart-option.ts'
import { columnsOption } from './columns-option.ts'

const colours = new Proxy({}, { get: (_, name) => String(name) }) as ChartColours
const text = (figure: string | null) => figure ?? '—'
const optionOf = (sums: readonly string[]) =>
  columnsOption({
    months: ['1', '2'],
    series: [{ name: 'Travel', values: ['30.50', null] }, { name: 'Courier', values: ['-2.00', '8.00'] }],
    sums,
    current: 1,
    text,
    axis: (value) => value.toLocaleString('en'),
    total: 'Total',
  })(colours)

describe('the columns', () => {
  const { series, tooltip } = optionOf(['28.50', '8.00'])
  it('stack what each part comes to, and draw nothing for nothing', () => {
    expect(series).toMatchObject([
      { name: 'Travel', stack: 'all', data: [30.5, { value: 0, itemStyle: { opacity: 0 } }] },
      { name: 'Courier', stack: 'all', data: [{ value: 0 }, 8] },
    ])
  })

  it('tell every part and the sum beside the pointer, whose shadow lies below them', () => {
    expect(tooltip).toMatchObject({ axisPointer: { type: 'shadow', z: 0 } })
    const { formatter } = tooltip as unknown as { formatter(points: unknown): string | HTMLElement }
    const formatted = formatter([{ dataIndex: 0 }])
    const words = typeof formatted === 'string' ? formatted : (formatted.textContent ?? '')
    for (const word of ['Travel', '30.50', 'Courier', '-2.00', 'Total', '28.50']) expect(words).toContain(word)
  })

  it('have whole steps along the axis where all figures are whole', () => {
    const steps = (sums: readonly string[]) => (optionOf(sums).yAxis as { minInterval: number }).minInterval
    expect([steps(['1', '2']), steps(['28.50', '8.00'])]).toEqual([1, 0])
  })

  it('leave room for the longest figure of the axis', () => {
    const left = (sums: readonly string[]) => (optionOf(sums).grid as { left: number }).left
    expect(left(['28.50', '8.00'])).toBe(44)
    expect(left(['28.50', '12345678.00'])).toBeGreaterThan(44)
  })
})
