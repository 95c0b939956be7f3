import { describe, expect, it } from 'vitest'
import { calculated, integer, money, number, text } from '../fields.ts'
import { summaryKind, summaryOf } from './summary.ts'

const label = { cn: '列', en: 'Column' }

describe('the figure of a column', () => {
  it('is the sum of amounts, unless the column says otherwise', () => {
    expect(summaryKind(money(label))).toBe('sum')
    expect(summaryKind(calculated({ ...label, result: 'money', value: '1' }))).toBe('sum')
    expect(summaryKind(money({ ...label, each: true }))).toBeUndefined()
    expect(summaryKind(money({ ...label, summary: 'none' }))).toBeUndefined()
    expect(summaryKind(integer(label))).toBeUndefined()
    expect(summaryKind(money({ ...label, each: true, summary: 'average' }))).toBe('average')
  })

  it('adds up, averages or counts the rows with a value', () => {
    const hours = ['1.5', '2.25', null, undefined]
    expect(summaryOf(number({ ...label, summary: 'sum' }), hours)).toBe('3.75')
    expect(summaryOf(number({ ...label, summary: 'average' }), hours)).toBe('1.88')
    expect(summaryOf(number({ ...label, summary: 'count' }), hours)).toBe('2')
    expect(summaryOf(integer({ ...label, summary: 'average' }), [])).toBeNull()
    expect(summaryOf(money(label), ['0.10', '0.20'])).toBe('0.30')
    expect(summaryOf(text(label), ['a'])).toBeNull()
  })
})
