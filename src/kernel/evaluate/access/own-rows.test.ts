import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formFindings } from '#kernel/composition/form-findings.ts'
import { defineFields, person, select, table, text } from '#kernel/fields.ts'
import { approve, defineFlow, personIn, rowPersons } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { facts } from '#kernel/kinds/testing.ts'
import { rule } from '#kernel/rules.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { check } from '../checks/check.ts'
import { withNodeDefaults } from '../filling/defaults.ts'
import { restrict } from '../checks/restrict.ts'
import { visibility } from './states.ts'

const label = { cn: '甲', en: 'A' }
const node = { ...label, mode: 'all', rows: 'own' } as const
const form = defineForm({
  key: 'review',
  ...label,
  path: '/review',
  prefix: 'R',
  group: 'it',
  icon: 'file',
  fields: defineFields({
    clauses: table({
      ...label,
      owner: 'reviewer',
      editAt: ['adding'],
      columns: {
        what: text({ ...label, required: true }),
        reviewer: person({ ...label, required: true }),
        result: select({ ...label, atNode: ['review', 'adding'], options: [{ value: 'pass', ...label }, { value: 'fail', ...label }] }),
        opinion: text({ ...label, editAt: ['review'], required: 'result = "fail"', shown: true,
          default: 'if result = "pass" then "fine" else null' }),
      },
    }),
  }),
  rules: [rule('R-1', { when: 'opinion = "no"', each: 'clauses', at: ['review'], fields: ['opinion'], ...label })],
  flow: defineFlow([approve('review', rowPersons('clauses.reviewer'), node), approve('adding', rowPersons('clauses.reviewer'), node)]),
})
const row = (rowId: string, reviewer: string, more: object = {}) => ({ rowId, what: 'x', reviewer, ...more })
const before: FormValue = { clauses: [row('a', 'anna'), row('b', 'bob'), row('c', 'anna')] }
const as = (...actsFor: string[]) => ({ ...facts, actsFor })

describe('at a node of own rows', () => {
  it('is written into these, also for whom somebody stands in, and into no others', () => {
    const incoming = {
      clauses: [row('b', 'anna', { result: 'fail' }), row('a', 'anna', { result: 'pass', what: 'forged' }),
        row('d', 'anna', { result: 'pass' })],
    }
    expect(restrict(form, { at: 'review', actsFor: ['anna'] }, before, incoming)).toEqual({
      clauses: [row('a', 'anna', { result: 'pass' }), row('b', 'bob'), row('c', 'anna')],
    })
    expect(restrict(form, { at: 'review', actsFor: ['erin', 'bob'] }, before, incoming)).toEqual({
      clauses: [row('a', 'anna'), row('b', 'bob', { result: 'fail' }), row('c', 'anna')],
    })
    expect(restrict(form, 'review', before, incoming)).toEqual(before)
    expect(restrict(form, { at: 'adding', actsFor: ['anna'] }, before, { clauses: [row('a', 'bob'), row('c', 'anna')] })).toEqual({
      clauses: [row('b', 'bob'), row('a', 'anna'), row('c', 'anna')],
    })
  })

  it('leaves the rows of others there where rows come and go', () => {
    const incoming = {
      clauses: [row('a', 'anna', { result: 'pass' }), row('e', 'anna'), row('f', 'bob'), row('b', 'anna', { result: 'fail' })],
    }
    expect(restrict(form, { at: 'adding', actsFor: ['anna'] }, before, incoming)).toEqual({
      clauses: [row('b', 'bob'), row('a', 'anna', { result: 'pass' }), row('e', 'anna')],
    })
  })

  it('keeps the rows of others whatever comes in', () => {
    const cell = fc.option(fc.constantFrom('pass', 'fail', 'x'), { nil: undefined })
    const rows = fc.array(
      fc.record({ rowId: fc.constantFrom('a', 'b', 'c', 'd'), reviewer: fc.constantFrom('anna', 'bob'), result: cell, opinion: cell,
        what: cell }),
      {
        maxLength: 6,
      },
    )
    fc.assert(fc.property(rows, fc.constantFrom('review', 'adding'), (clauses, at) => {
      const kept = restrict(form, { at, actsFor: ['anna'] }, before, { clauses })['clauses'] as FormValue[]
      expect(kept.filter(({ reviewer }) => reviewer === 'bob')).toEqual([row('b', 'bob')])
    }))
  })

  it('asks for one’s own rows, locks those of others, and judges and fills in no more', () => {
    const of = visibility(form, before, as('anna'), 'review')
    expect([of('clauses.0.result'), of('clauses.1.result')]).toEqual([{ visible: true, required: true }, { visible: true, required: false,
      locked: true }])
    expect(check(form, before, as('anna'), { at: 'review' }).map(({ field }) => field)).toEqual(['clauses.0.result', 'clauses.2.result'])
    const done = {
      clauses: [row('a', 'anna', { result: 'pass' }), row('b', 'bob', { result: 'pass', opinion: 'no' }),
        row('c', 'anna', { result: 'fail', opinion: 'no' })],
    }
    expect(check(form, done, as('anna'), { at: 'review' }).map(({ field, code }) => [field, code])).toEqual([['clauses.2.opinion', 'R-1']])
    const filled = withNodeDefaults(form, 'review', {
      clauses: [row('a', 'anna', { result: 'pass' }), row('b', 'bob', { result: 'pass' })],
    }, as('anna'))
    expect((filled['clauses'] as FormValue[]).map(({ opinion }) => opinion)).toEqual(['fine', undefined])
  })

  it('is declared with the person of each row, who is asked and has something to fill in', () => {
    const findingsOf = (more: object) => formFindings({ ...form, ...more }).map(({ where }) => where)
    expect(findingsOf({})).toEqual([])
    const { clauses } = form.fields
    expect(findingsOf({ fields: { clauses: { ...clauses, owner: 'what' } } })).toContain('clauses › owner')
    expect(
      findingsOf({
        flow: defineFlow([approve('review', personIn('clauses.reviewer'), node), approve('adding', rowPersons('clauses.reviewer'), node)]),
      }),
    ).toEqual([
      'flow › review › rows',
    ])
    expect(
      findingsOf({ rules: [],
        flow: defineFlow([approve('third', rowPersons('clauses.reviewer'), node), approve('review', rowPersons('clauses.reviewer'), node),
          approve('adding', rowPersons('clauses.reviewer'), node)]) }),
    ).toEqual(['flow › third › rows'])
  })
})
