import { describe, expect, it } from 'vitest'
import { facts } from '#kernel/kinds/testing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { withoutHidden } from '../filling/defaults.ts'
import { openValue } from '../form-state.ts'
import { visibility } from './states.ts'
import { form, good } from '../testing.ts'

const at = (value: FormValue, moment?: string) => visibility(form, value, facts, moment)
const shown = { visible: true, required: false }
const hidden = { visible: false, required: false }
const state = { visible: true, required: true }

describe('at the start', () => {
  it('a plain field is shown, a required one asked for', () => {
    const of = at(good, 'start')
    expect([of('deposit'), of('title'), of('items')]).toEqual([shown, state, state])
  })

  it('a condition asks for a field and shows it, or only asks', () => {
    expect(at(good, 'start')('reason')).toEqual(hidden)
    expect(at({ ...good, kind: '2' }, 'start')('reason')).toEqual(state)
    expect(at(good, 'start')('note')).toEqual(shown)
    expect(at({ ...good, items: [{ rowId: 'a', amount: '1000.01' }] }, 'start')('note')).toEqual(state)
    expect([at(good, 'start')('hint'), at({ ...good, reason: 'x' }, 'start')('hint')]).toEqual([hidden, shown])
  })

  it('a column has a state in each row, and shows while any cell does', () => {
    const of = at(good, 'start')
    expect([of('items.0.project'), of('items.1.project'), of('items.project')]).toEqual([state, hidden, state])
    expect(at({ ...good, items: [] }, 'start')('items.amount')).toEqual(state)
  })

  it('a hidden table hides its columns', () => {
    const value = { ...good, extra: [{ rowId: 'e' }] }
    expect(at(value, 'start')('extra.0.amount')).toEqual(hidden)
    expect(at({ ...value, writeOff: '1' }, 'start')('extra.0.amount')).toEqual(state)
  })

  it('asks nobody for what the server sets, and shows nothing that does not exist', () => {
    const of = at(good, 'start')
    expect([of('number'), of('total'), of('nothing'), of('items.nothing'), of('__proto__')]).toEqual([shown, shown, hidden, hidden, hidden])
  })

  it('hides what belongs to a later node', () => {
    expect([at(good, 'start')('payDate'), at(good, 'start')('mileage')]).toEqual([hidden, hidden])
  })
})

describe('at a node', () => {
  it('its fields are asked for, or when their condition holds', () => {
    expect([at(good, 'pay')('payDate'), at(good, 'pay')('mileage'), at({ ...good, kind: '2' }, 'pay')('mileage')]).toEqual([state, hidden,
      state])
    expect(at(good, 'review')('payDate')).toEqual(hidden)
  })

  it('a field that is there from the start is asked for where the node says so, while its condition holds', () => {
    const kind2 = { ...good, kind: '2' }
    expect([at(kind2, 'start')('ticket'), at(good, 'review')('ticket'), at(kind2, 'review')('ticket'), at(kind2, 'pay')('ticket'),
      at(kind2)('ticket')]).toEqual(
        [shown, shown, state, shown, shown],
      )
  })

  it('are shown to readers once they hold something', () => {
    expect([at(good)('payDate'), at({ ...good, payDate: '2026-11-20' })('payDate')]).toEqual([hidden, shown])
  })
})

describe('what is hidden', () => {
  const cleared = (value: FormValue, moment: string) => withoutHidden(openValue(form, value, { facts, at: moment }), moment).value

  it('is not filed', () => {
    const value = { ...good, reason: 'left over', hint: 'abc', extra: [{ rowId: 'e', amount: '5' }] }
    const filed = cleared(value, 'start')
    for (const key of ['reason', 'hint', 'extra']) expect(filed).not.toHaveProperty(key)
    expect(filed).toMatchObject(good)
  })

  it('is cleared in the rows where it is hidden', () => {
    const items = (good['items'] as FormValue[]).map((row) => ({ ...row, project: 'P' }))
    const filed = cleared({ ...good, items }, 'start')['items'] as FormValue[]
    expect(filed.map((row) => row['project'])).toEqual(['P', undefined])
  })

  it('stays where this moment may not write it', () => {
    const value = { ...good, reason: 'of the start', payDate: '2026-11-20' }
    expect(cleared(value, 'review')).toMatchObject(value)
    expect(cleared(value, 'start')).toHaveProperty('payDate')
  })

  it('is looked for once when there is nothing', () => {
    const opened = openValue(form, good, { facts, at: 'start' })
    expect(withoutHidden(opened, 'start')).toBe(opened)
  })
})
