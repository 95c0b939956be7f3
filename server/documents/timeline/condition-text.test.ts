import { expect, it } from 'vitest'
import { defineFields, money, select, text, toggle } from '#kernel/fields.ts'
import { conditionText } from './condition-text.ts'

const fields = defineFields({
  total: money({ cn: '金额', en: 'Amount' }),
  kind: select({ cn: '类型', en: 'Kind', options: [{ value: '1', cn: '服务', en: 'Service' }, { value: '2', cn: '货物', en: 'Goods' }] }),
  overBudget: toggle({ cn: '超预算', en: 'Over budget' }),
  reason: text({ cn: '原因', en: 'Reason' }),
  level: select({ cn: '级别', en: 'Level', dict: 'level' }),
})
const shown = { total: '56000.00', kind: '2', overBudget: true, reason: 'x' }
const labels: Readonly<Record<string, string>> = { 'level 1': '普通/Ordinary', 'level 3': '专项/Special' }
const context = { fields, shown: { ...shown, level: '1' }, sees: () => true, holds: () => true,
  label: (key: string, value: string) => labels[`${key} ${value}`] ?? value }

it.each([
  ['total > 50000', '金额 56,000 > 50,000', 'Amount 56,000 > 50,000'],
  ['total >= 50000 and kind = "1"', '金额 56,000 ≥ 50,000 且 类型 货物 = 服务', 'Amount 56,000 ≥ 50,000 and Kind Goods = Service'],
  ['kind in ("1","2")', '类型 货物 属于 (服务,货物)', 'Kind Goods in (Service,Goods)'],
  ['overBudget = true', '超预算 = 是', 'Over budget = yes'],
  ['level = "3"', '级别 普通 = 专项', 'Level Ordinary = Special'],
])('%s is read with its values', (feel, cn, en) => {
  expect(conditionText(feel, context)).toEqual({ cn, en })
})

it('shows the figure of a limit that is a parameter', () => {
  const parameter = (key: string, name: string) => (key === 'limit' && name === 'claim.gm' ? '50000' : undefined)
  const said = (name: string) => conditionText(`total > parameter("limit", "${name}")`, { ...context, parameter })?.en
  expect(said('claim.gm')).toBe('Amount 56,000 > 50,000')
  expect(said('claim.vp')).toBeUndefined()
})

it('shows the limit alone where the condition did not decide', () => {
  expect(conditionText('total > 50000', { ...context, holds: () => false })?.en).toBe('Amount > 50,000')
})

it.each(['count(items) > 0', 'some row in items satisfies row.total > 1', 'parameter("a", "b") < total', 'kind = "9"', 'unknown > 1',
  'toString = 1'])('says nothing of %s', (feel) => {
    expect(conditionText(feel, context)).toBeUndefined()
  })

it('names of alternatives those that hold and that people read, and all of them where none does', () => {
  const feel = 'total > 50000 or (level = "3" or overBudget) or count(items) > 0'
  const english = (true_: readonly string[]) =>
    conditionText(feel, { ...context, holds: (one) => one === feel ? true_.length > 0 : true_.includes(one) })?.en
  expect(english(['total > 50000', 'count(items) > 0'])).toBe('Amount 56,000 > 50,000')
  expect(english(['total > 50000', '(level = "3" or overBudget)'])).toBe(
    'Amount 56,000 > 50,000 or (Level Ordinary = Special or Over budget)',
  )
  expect(english(['count(items) > 0'])).toBeUndefined()
  expect(english([])).toBeUndefined()
  expect(conditionText('total > 50000 or level = "3"', { ...context, holds: () => false })?.en).toBe('Amount > 50,000 or Level = Special')
})

it('tells nothing of a field that the reader is not shown', () => {
  const sees = (key: string) => key !== 'overBudget'
  expect(conditionText('total > 50000 and overBudget', { ...context, sees })).toBeUndefined()
  expect(conditionText('total > 50000 or overBudget', { ...context, sees, holds: () => false })).toBeUndefined()
  expect(conditionText('total > 50000 or overBudget', { ...context, sees })?.en).toBe('Amount 56,000 > 50,000')
})
