import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import { annualOf, availableOf, bandOfFigures, cumulativeOf, type MonthFigures, sumOf, varianceOf, varianceShareOf } from './figures.ts'
import { bandOf } from '#plugins/statistics/bands.ts'

const figures = (budget: string, used = '0', occupied = '0'): MonthFigures => ({ budget: new Decimal(budget), used: new Decimal(used),
  occupied: new Decimal(occupied) })
const plain = ({ budget, used, occupied }: MonthFigures) => [budget, used, occupied].map((value) => value.toFixed(2))

describe('the warning band', () => {
  it.each([
    ['100', '0', 'within'],
    ['100', '80', 'within'],
    ['100', '80.01', 'near'],
    ['100', '100', 'near'],
    ['100', '100.01', 'over'],
    ['0', '0', 'none'],
    ['0', '0.01', 'over'],
    ['-5', '1', 'over'],
    [undefined, '50', 'none'],
  ])('of a budget of %s with %s in use is %s', (budget, used, band) => {
    expect(bandOf(budget === undefined ? undefined : new Decimal(budget), new Decimal(used))).toBe(band)
  })

  it('counts what is occupied like what is spent', () => {
    expect(bandOfFigures(figures('100', '50', '51'))).toBe('over')
  })
})

describe('a month', () => {
  it('has available what is neither used nor occupied, never below nothing', () => {
    expect(availableOf(figures('100', '30', '20.50')).toFixed(2)).toBe('49.50')
    expect(availableOf(figures('100', '90', '20')).toFixed(2)).toBe('0.00')
  })

  it('varies by what was used, not by what is occupied', () => {
    expect(varianceOf(figures('100', '130', '50')).toFixed(2)).toBe('-30.00')
    expect(varianceShareOf(figures('200', '50'))?.toFixed(2)).toBe('0.75')
    expect(varianceShareOf(figures('0', '50'))).toBeUndefined()
  })
})

describe('a year', () => {
  const months = Array.from({ length: 12 }, (_, index) => figures(String((index + 1) * 10), '1', '2'))

  it('counts July to December', () => {
    expect(plain(annualOf(months))).toEqual(['570.00', '6.00', '12.00'])
    expect(plain(annualOf(months, { start: 1, end: 12 }))).toEqual(['780.00', '12.00', '24.00'])
  })

  it('cumulates from July, and says nothing before', () => {
    expect(cumulativeOf(months, 6)).toBeUndefined()
    expect(plain(cumulativeOf(months, 7)!)).toEqual(['70.00', '1.00', '2.00'])
    expect(plain(cumulativeOf(months, 9)!)).toEqual(['240.00', '3.00', '6.00'])
    expect(plain(cumulativeOf(months, 11, { start: 7, end: 9 })!)).toEqual(['240.00', '3.00', '6.00'])
  })

  it('totals first and floors then, so one line’s excess eats another’s rest', () => {
    const lines = [figures('100', '150'), figures('100', '20')]
    expect(availableOf(sumOf(lines)).toFixed(2)).toBe('30.00')
    expect(lines.map((line) => availableOf(line).toFixed(2))).toEqual(['0.00', '80.00'])
  })
})
