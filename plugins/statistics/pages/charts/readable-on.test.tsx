import { expect, it } from 'vitest'
import { readableOn } from './StatisticsChart.tsx'

it.each([
  ['#2b4fcf', '#ffffff'],
  ['#a9b9f0', '#1c1b19'],
  ['#6f8ae6', '#1c1b19'],
  ['chart-1', '#1c1b19'],
])('on %s it is %s', (fill, expected) => expect(readableOn(fill, ['#1c1b19', '#ffffff'])).toBe(expected))

it('knows colours that a built style sheet shortens', () => {
  expect(readableOn('#2b4fcf', ['#1c1b19', '#fff'])).toBe('#fff')
  expect(readableOn('#abf', ['#1c1b19', '#fff'])).toBe('#1c1b19')
})
