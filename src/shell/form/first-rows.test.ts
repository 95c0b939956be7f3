import { describe, expect, it } from 'vitest'
import { defineFields, number, radio, table, text } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { dropBlankRows, firstRows } from './store/blank-rows.ts'
import { FormStore } from './store/form-store.ts'
import { madeUp } from './testing.tsx'

const columns = { name: text({ cn: '名称', en: 'Name', required: true }) }

const form = defineForm({
  ...madeUp,
  fields: defineFields({
    kind: radio({ cn: '类别', en: 'Kind', default: '"a"',
      options: [{ value: 'a', cn: '甲', en: 'A' }, { value: 'b', cn: '乙', en: 'B' }] }),
    always: table({ cn: '明细', en: 'Items', required: true, columns }),
    ofKind: table({ cn: '资源', en: 'Resources', required: 'kind = "a"', min: 3, columns }),
    ofOther: table({ cn: '其他', en: 'Others', required: 'kind = "b"', min: 2, columns }),
    optional: table({ cn: '附加', en: 'Extras', min: 2, columns }),
    usual: table({ cn: '评分', en: 'Scores', required: 'kind = "a"', default: '[{ name: "x" }]', columns }),
    later: table({ cn: '核对', en: 'Checks', required: 'kind = "a"', atNode: 'check', columns }),
    total: number({ cn: '合计', en: 'Total' }),
  }),
  flow: defineFlow([approve('check', initiator, { cn: '审核', en: 'Check' })]),
})

const facts = { today: '2026-11-20', now: '2026-11-20 10:00:00', reference: () => undefined }
const counts = (value: FormValue) => Object.fromEntries(Object.entries(value).map(([key, rows]) => [key, (rows as unknown[]).length]))
const open = () => new FormStore({ form, at: 'start', entered: firstRows(form, {}, facts), facts: () => facts, currentUser: () => ({}) })

describe('the first rows of a form', () => {
  it('are as many as a table needs for the values that the form begins with', () => {
    expect(counts(firstRows(form, {}, facts))).toEqual({ always: 1, ofKind: 3 })
    expect(counts(firstRows(form, { kind: 'b' }, facts))).toEqual({ always: 1, ofOther: 2 })
  })

  it('are no change of the form, and stay while the table lacks them', () => {
    const store = open()
    expect(store.changes).toBe(0)
    dropBlankRows(store)
    expect(counts({ always: store.value['always'], ofKind: store.value['ofKind'] })).toEqual({ always: 1, ofKind: 3 })
    const [first] = store.value['ofKind'] as { rowId: string }[]
    store.set({ key: 'ofKind', rowId: first?.rowId, column: 'name' }, 'one')
    store.addRow('ofKind')
    dropBlankRows(store)
    expect(counts({ ofKind: store.value['ofKind'] })).toEqual({ ofKind: 3 })
  })

  it('are not filed where the table has to have none any more', () => {
    const store = open()
    store.set({ key: 'kind' }, 'b')
    store.flush()
    dropBlankRows(store)
    expect(store.entered['ofKind']).toEqual([])
  })
})
