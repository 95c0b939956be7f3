import { describe, expect, it } from 'vitest'
import type { Event } from '#approval/event.ts'
import { calculated, defineFields, money, table, text } from '#kernel/fields.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { roundsOf } from './rounds.ts'

const form = defineForm({
  key: 'claim',
  cn: '报销',
  en: 'Claim',
  path: '/claim',
  prefix: 'C',
  group: 'it',
  icon: 'x',
  sections: [{ id: 'main', cn: '主要', en: 'Main' }],
  fields: defineFields({
    title: text({ cn: '标题', en: 'Title', section: 'main' }),
    remark: text({ cn: '备注', en: 'Remark', section: 'main' }),
    stamp: text({ cn: '戳', en: 'Stamp', system: true }),
    supplier: text({ cn: '供应商', en: 'Supplier', section: 'main', visible: 'false' }),
    items: table({ cn: '明细', en: 'Items', section: 'main',
      columns: { detail: text({ cn: '内容', en: 'Detail' }), amount: money({ cn: '金额', en: 'Amount' }) } }),
    total: calculated({ cn: '合计', en: 'Total', result: 'money', value: 'sum(items.amount)', section: 'main' }),
  }),
  flow: defineFlow([approve('boss', { rule: 'fixed', people: ['boss'] }, { cn: '主管', en: 'Boss' })]),
})

const first = { title: 'Cables', stamp: '1', total: '30.00',
  items: [{ rowId: 'a', detail: 'Short', amount: '10.00' }, { rowId: 'b', detail: 'Long', amount: '20.00' }] }

const history = (...events: readonly [round: number, event: object][]) =>
  events.map(([round, event], index) => ({ seq: index + 1, round,
    event: { at: `2026-11-20T0${index}:00:00Z`, by: 'wang', ...event } as Event })
  )

const filed = (value: FormValue) => ({ type: 'started', filed: value })

describe('the rounds of a document', () => {
  it('differ in fields and cells, by the id of the row and not by its place', () => {
    const second = { ...first, remark: '', stamp: '2', supplier: '09dab93281ec', total: '35.00',
      items: [{ rowId: 'b', detail: 'Long', amount: '25.00' }, { rowId: 'a', detail: 'Short', amount: '10.00' }] }
    const rounds = roundsOf(history([1, filed(first)], [1, { type: 'returned', target: 'start' }], [2, filed(second)]), form)
    expect(rounds.map(({ round, startedAt, endedAt, changes }) => ({ round, startedAt, endedAt, changes }))).toEqual([
      { round: 1, startedAt: '2026-11-20 08:00:00', endedAt: '2026-11-20 09:00:00', changes: [] },
      {
        round: 2,
        startedAt: '2026-11-20 10:00:00',
        endedAt: null,
        changes: [
          { field: 'items.amount', row: 'b', rowNumber: 1, before: '20.00', after: '25.00' },
          { field: 'total', before: '30.00', after: '35.00' },
        ],
      },
    ])
  })

  it('tell which rows came and went', () => {
    const [a] = first.items
    const c = { rowId: 'c', detail: 'New', amount: '20.00' }
    const [, second] = roundsOf(history([1, filed(first)], [1, { type: 'revoked' }], [2, filed({ ...first, items: [a, c] })]), form)
    expect(second?.changes).toEqual([
      { field: 'items', row: 'c', rowNumber: 2, before: null, after: c },
      { field: 'items', row: 'b', rowNumber: 2, before: first.items[1], after: null },
    ])
  })

  it('start from what approvers had made of the round before, and name who changed what', () => {
    const edit = { type: 'valueChanged', by: 'li', node: 'boss',
      changes: [{ field: 'items.b.amount', before: '20.00', after: '15.00' }, { field: 'stamp', before: '1', after: '9' }] }
    const rounds = roundsOf(
      history([1, filed(first)], [1, edit], [1, { type: 'returned', target: 'boss' }], [1, { type: 'returned', target: 'start' }], [2,
        filed(first)]),
      form,
    )
    expect(rounds[0]).toMatchObject({ endedAt: '2026-11-20 11:00:00',
      edits: [{ field: 'items.amount', row: 'b', rowNumber: 2, before: '20.00', after: '15.00', by: 'li', nodeId: 'boss',
        at: '2026-11-20 09:00:00' }] })
    expect(rounds[1]?.changes).toEqual([{ field: 'items.amount', row: 'b', rowNumber: 2, before: '15.00', after: '20.00' }])
  })

  it('count no value as an edit that the server or another document wrote', () => {
    const written = (part: object) => ({ type: 'valueChanged', changes: [{ field: 'remark', before: null, after: 'x' }], ...part })
    const [round] = roundsOf(history([1, filed(first)], [1, written({ by: 'system' })], [1, written({ by: 'li', from: 'other' })]), form)
    expect(round?.edits).toEqual([])
  })
})
