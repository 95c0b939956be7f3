import { expect, it } from 'vitest'
import { defineFields, money, select, text, toggle } from '#kernel/fields.ts'
import { conditionText } from './condition-text.ts'

const fields = defineFields({
  total: money({ cn: '金额', en: 'Amount' }),
  kind: select({ cn: '类型', en: 'Kind', options: [{ value: '1', cn: '服务', en: 'Service' }, { value: '2', cn: '货物', en: 'Goods' }] }),
  overBudget: toggle({ cn: '超预算', en: 'Over budget' }),
  reason: text({ cn: '原因', en: 'Reason' }),
})
const shown = { total: '56000.00', kind: '2', overBudget: true, reason: 'x' }
const judged = { fields, shown, sees: () => true, withValues: true }

it.each([
  ['total > 50000', '金额 56,000 > 50,000', 'Amount 56,000 > 50,000'],
  ['total >= 50000 and kind = "1"', '金额 56,000 ≥ 50,000 且 类型 货物 = 服务', 'Amount 56,000 ≥ 50,000 and Kind Goods = Service'],
  ['kind in ("1","2")', '类型 货物 属于 (服务,货物)', 'Kind Goods in (Service,Goods)'],
  ['overBudget = true', '超预算 = 是', 'Over budget = yes'],
])('%s is read with its values', (feel, cn, en) => {
  expect(conditionText(feel, judged)).toEqual({ cn, en })
})

it('shows the limit alone where the condition did not decide', () => {
  expect(conditionText('total > 50000', { ...judged, withValues: false })?.en).toBe('Amount > 50,000')
})

it.each(['count(items) > 0', 'some row in items satisfies row.total > 1', 'parameter("a", "b") < total', 'kind = "9"', 'unknown > 1', 'toString = 1'])('says nothing of %s',
  (feel) => {
    expect(conditionText(feel, judged)).toBeUndefined()
  })

it('tells nothing of a field that the reader is not shown', () => {
  expect(conditionText('total > 50000 or overBudget', { ...judged, sees: (key) => key !== 'overBudget' })).toBeUndefined()
})
