import { expect, it } from 'vitest'
import { company } from '#approval/testing.ts'
import { defineFields, department, money, table } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { engineFacts, type EngineInput } from './engine-facts.ts'
import type { Evaluation } from '../values/form-facts.ts'

const label = { cn: '名', en: 'Name' }
const fields = defineFields({
  amount: money(label),
  bearingDept: department({ ...label, as: 'bearingDepartment' }),
  items: table({ ...label, columns: { bearingDept: department({ ...label, as: 'bearingDepartment' }) } }),
})
const form = defineForm({ key: 'small', ...label, path: '/small', prefix: 'XS', group: 'g', icon: 'i', fields,
  flow: defineFlow([approve('a', initiator, label)]) })
const directory = company({ wang: { departments: ['rd'], positionLevel: '5' }, li: { departments: ['sales'] } }, { rd: {}, sales: {} })
const evaluation = { today: '2026-11-20', now: '2026-11-20 10:00:00', directory, reference: () => undefined,
  dict: () => null } as unknown as Evaluation
const value = { amount: '1234.5', bearingDept: 'rd', items: [{ rowId: 'r', bearingDept: 'sales' }] }
const holds = (feel: string, more: Partial<EngineInput> = {}): boolean =>
  engineFacts({ form, value, evaluation, at: new Date('2026-11-20T02:00:00Z'), caller: { id: 'li', permissions: new Set<string>() },
    bindings: 0, ...more }).condition(feel)

it('a condition may ask who filed, which is not whoever acts now', () => {
  expect(holds('createBy.positionLevel = "5"', { process: { starter: 'wang' } })).toBe(true)
  expect(holds('createBy.positionLevel = "5"')).toBe(false)
  expect(holds('createBy.id = "li"')).toBe(true)
})

it('a condition may ask for every department that bears a part', () => {
  expect(holds('count(expenseDeptIdList) = 2')).toBe(true)
  expect(holds('some d in expenseDeptIdList satisfies d.id = "sales"')).toBe(true)
})

it('a condition has the functions of forms, and amounts in RMB', () => {
  expect(holds('capital(amount) = "壹仟贰佰叁拾肆元伍角"')).toBe(true)
  expect(holds('amountRmb > 1000')).toBe(true)
})

it('a condition reads its own fields, whatever others have read before', () => {
  const { condition } = engineFacts({ form: { ...form }, value, evaluation, at: new Date('2026-11-20T02:00:00Z'),
    caller: { id: 'li', permissions: new Set<string>() }, bindings: 0 })
  expect(condition('amount > 1000')).toBe(true)
  expect(condition('bearingDept.id = "rd"')).toBe(true)
  expect(condition('count(items) = 1')).toBe(true)
})
