import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { facts } from '#kernel/kinds/testing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { openValue } from '../form-state.ts'
import { form, good } from '../testing.ts'
import { Filler, withDefaults, withNodeDefaults } from './defaults.ts'

const extra = { currentUser: { id: 'u1' } }

const money = fc.option(fc.integer({ min: -100, max: 9_000_000 }).map((cents) => (cents / 100).toFixed(2)))
const row = fc.record({ rowId: fc.constantFrom('r1', 'r2', 'r3'), category: fc.constantFrom('RD', 'PLAIN', 'TAXI', null), amount: money,
  approved: money, dept: fc.constantFrom('d1', 'd2') }, { requiredKeys: ['rowId'] })
const change = fc.record({
  kind: fc.constantFrom('1', '2', null, undefined),
  reason: fc.constantFrom('x', '', undefined),
  applicant: fc.constantFrom('u1', null, undefined),
  dept: fc.constantFrom('d1', 'd2', null, undefined),
  exchangeRate: fc.constantFrom('7.1', '1', null),
  deposit: money,
  writeOff: fc.constantFrom('0', '1', undefined),
  items: fc.array(row, { maxLength: 3 }),
  extra: fc.array(fc.record({ rowId: fc.constantFrom('e1', 'e2'), amount: money }), { maxLength: 2 }),
  // an entered value of a calculated field is ignored
  total: fc.constantFrom('1.00', undefined),
  urgent: fc.constantFrom(true, undefined),
}, { requiredKeys: [] })

const changes = fc.array(change, { maxLength: 6 })

describe('a value that is filled in again as it changes', () => {
  it('is what it would be if it were filled in at once', () => {
    fc.assert(fc.property(changes, (parts) => {
      const filler = new Filler(form, 'start', { facts, extra })
      let value: FormValue = good
      for (const part of [{}, ...parts]) {
        const input = { ...value, ...part }
        value = filler.fillIn(input)
        expect(value).toEqual(withDefaults(form, input, facts, extra))
      }
      expect(filler.open(value).value).toEqual(openValue(form, value, { facts, at: 'start' }).value)
    }))
  })

  it('is so at a node', () => {
    fc.assert(fc.property(changes, (parts) => {
      const filler = new Filler(form, 'pay', { facts })
      let value: FormValue = good
      for (const part of parts) {
        const input = { ...value, ...part }
        value = filler.fillIn(input)
        expect(value).toEqual(withNodeDefaults(form, 'pay', input, facts))
      }
    }))
  })

  it('is computed as a whole once the facts know more', () => {
    const known = new Set<string>()
    const learning = { ...facts, reference: (kind: string, id: string) => (known.has(id) ? facts.reference(kind, id) : undefined) }
    const filler = new Filler(form, 'start', { facts: learning, extra })
    expect(filler.fillIn({})).toMatchObject({ applicant: 'u1' })
    expect(filler.fillIn({})).not.toHaveProperty('dept')
    known.add('u1')
    filler.learn()
    expect(filler.fillIn({})).toMatchObject({ dept: 'd1', title: '王伟的申请' })
  })
})
