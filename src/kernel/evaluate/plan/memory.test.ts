import { describe, expect, it } from 'vitest'
import { check } from '../checks/check.ts'
import { complete } from '../filling/complete.ts'
import { Memory } from './memory.ts'
import { openValue } from '../form-state.ts'
import { facts } from '#kernel/kinds/testing.ts'
import { form, good } from '../testing.ts'

const rows = Array.from({ length: 100 }, (_, index) => ({ ...(good['items'] as readonly object[])[0], rowId: `r${index}`, amount: '1.00' }))
const whole = { ...good, items: rows }
const opening = (memory: Memory) => ({ facts, at: 'start', memory })
const changed = (part: object) => ({ ...whole, items: rows.map((row, index) => (index === 7 ? { ...row, ...part } : row)) })

describe('expressions that are evaluated again', () => {
  it('give what they give without a memory', () => {
    const memory = new Memory()
    for (const value of [whole, changed({ amount: '3.00' }), changed({ category: 'PLAIN' }), { ...whole, exchangeRate: '7.1' }, whole]) {
      expect(openValue(form, value, opening(memory)).value).toEqual(complete(form, value, facts))
    }
    expect(check(form, whole, facts, { at: 'start' })).toEqual(check(form, complete(form, whole, facts), facts, { at: 'start' }))
  })

  it('are those that rest on what has changed', () => {
    const memory = new Memory()
    const evaluatedBy = (value: typeof whole) => {
      const before = memory.evaluated
      const { scope, states } = openValue(form, value, opening(memory))
      for (const field of scope.plan.fields)
        for (const column of field.columns) for (const place of scope.places(field.key)) states.of(column, place)
      return memory.evaluated - before
    }
    expect(evaluatedBy(whole)).toBeGreaterThan(100)
    expect(evaluatedBy(whole)).toBeLessThan(10)
    expect(evaluatedBy(changed({ project: 'P' }))).toBeLessThan(10)
  })
})
