import { describe, expect, it } from 'vitest'
import { defineFields, text } from '#kernel/fields.ts'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { facts } from '#kernel/kinds/testing.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { newRow, withDefaults, withNodeDefaults } from './defaults.ts'
import { form, good } from '../testing.ts'

const currentUser = { id: 'u1' }

describe('defaults', () => {
  it('fill what was never entered, one from another', () => {
    expect(withDefaults(form, {}, facts, { currentUser })).toMatchObject({
      applicant: 'u1',
      title: '王伟的申请',
      dept: 'd1',
      kind: '1',
      currencyType: 'CNY',
      writeOff: '0',
    })
  })

  it('leave an answer alone, also an empty one', () => {
    expect(withDefaults(form, { title: '', dept: null, kind: '2' }, facts, { currentUser })).toMatchObject({ title: '', dept: null,
      kind: '2' })
  })

  it('fill the rows from the header and from each other', () => {
    const value = withDefaults(form, { dept: 'd2',
      items: [{ rowId: 'a', amount: '5' }, { rowId: 'b', amount: '6', approved: '1', dept: null }] }, facts)
    expect(value['items']).toMatchObject([{ dept: 'd2', approved: '5.00' }, { dept: null, approved: '1' }])
  })

  it('wait where a condition hides the field, or a later node asks for it', () => {
    expect(withDefaults(form, good, facts)).not.toHaveProperty('payDate')
    const conditional = defineForm({
      key: 'c',
      cn: '条件',
      en: 'Condition',
      path: '/c',
      prefix: 'C',
      group: 'x',
      icon: 'x',
      flow: defineFlow([]),
      fields: defineFields({ kind: text({ cn: '类别', en: 'Kind' }),
        reason: text({ cn: '原因', en: 'Reason', required: 'kind = "2"', default: '"none"' }) }),
    })
    expect(withDefaults(conditional, { kind: '1' }, facts)).toEqual({ kind: '1' })
    expect(withDefaults(conditional, { kind: '2' }, facts)).toEqual({ kind: '2', reason: 'none' })
  })

  it('give back the same value when there is nothing to fill', () => {
    const filled = withDefaults(form, good, facts)
    expect(withDefaults(form, filled, facts)).toBe(filled)
  })

  it('come at their node', () => {
    expect(withNodeDefaults(form, 'pay', good, facts)).toMatchObject({ payDate: '2026-11-20' })
    expect(withNodeDefaults(form, 'review', good, facts)).not.toHaveProperty('payDate')
    expect(withNodeDefaults(form, 'pay', { ...good, payDate: '2026-01-01' }, facts)).toMatchObject({ payDate: '2026-01-01' })
  })
})

describe('a new row', () => {
  it('starts with its defaults and an id of its own', () => {
    const one = newRow(form, 'items', good, facts)
    const other = newRow(form, 'items', good, facts)
    expect(one).toMatchObject({ dept: 'd1' })
    expect(one.rowId).not.toBe(other.rowId)
    expect((good['items'] as FormValue[]).map((row) => row['rowId'])).not.toContain(one.rowId)
  })

  it('needs no table that is there already', () => expect(newRow(form, 'items', {}, facts).rowId).toMatch(/^\w{20}$/))
})
