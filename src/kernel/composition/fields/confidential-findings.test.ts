import { expect, it } from 'vitest'
import { attachment, calculated, defineFields, type FieldDefinition, type Fields, money, number, table, text } from '../../fields.ts'
import { approve, defineFlow, initiator } from '../../flow.ts'
import { defineForm, type Form } from '../../form.ts'
import { type Rule, rule } from '../../rules.ts'
import { formFindings } from '../form-findings.ts'

const label = { cn: '甲', en: 'A' }
const visibleTo = { roles: ['accountant'], nodes: ['check'] }
const secret: Fields = {
  cost: money({ ...label, atNode: 'check', visibleTo }),
  items: table({ ...label, columns: { price: money(label), cost: money({ ...label, readOnly: true, editAt: ['check'], visibleTo }) } }),
}
const findingsOf = (fields: Fields, more: Partial<Form> = {}): string[] =>
  formFindings(defineForm({
    key: 'sheet',
    ...label,
    path: '/sheet',
    prefix: 'S',
    group: 'it',
    icon: 'file',
    fields: defineFields({ ...secret, ...fields }),
    flow: defineFlow([approve('check', initiator, { ...label, confirms: true }),
      approve('sign', initiator, { ...label, confirms: true, when: 'cost > 5' })]),
    ...more,
  })).map(({ where }) => where)
const sum = (value: string, more: Partial<FieldDefinition> = {}) => calculated({ ...label, value, ...more })

it('is declared for roles or nodes that there are, of a kind that nothing else leads to, and shown where it is filled in', () => {
  expect(findingsOf({})).toEqual([])
  expect(findingsOf({ x: text({ ...label, readOnly: true, visibleTo: {} }) })).toEqual(['x › visibleTo'])
  expect(findingsOf({ x: text({ ...label, readOnly: true, visibleTo: { nodes: ['nowhere'] } }) })).toEqual(['x › visibleTo'])
  expect(findingsOf({ x: attachment({ ...label, readOnly: true, visibleTo }) })).toEqual(['x › visibleTo'])
  expect(findingsOf({ x: text({ ...label, visibleTo }) })).toEqual(['x › visibleTo'])
  expect(findingsOf({ x: text({ ...label, visibleTo: { nodes: ['start'] } }) })).toEqual([])
  expect(findingsOf({ x: text({ ...label, visibleTo: { nodes: ['start'] }, editAt: ['sign'] }) })).toEqual(['x › visibleTo'])
  expect(findingsOf({}, { amount: 'cost' })).toEqual(['amount'])
  const note = text({ ...label, readOnly: true, visibleTo })
  expect(findingsOf({ note }, { subject: ['note'] })).toEqual(['subject note'])
})

it.each([
  ['cost + 1'],
  ['costRmb'],
  ['sum(items.cost)'],
  ['items[1].cost'],
  ['count(items[cost > 3])'],
  ['if some i in items satisfies i.cost > 1 then 1 else 2'],
  ['string(items)'],
  ['get value(items[1], "co" + "st")'],
])('%s is shown to nobody who is not shown what it reads', (value) => {
  expect(findingsOf({ x: sum(value) })).toContain('x')
  expect(findingsOf({ x: sum(value, { visibleTo: { roles: ['accountant', 'cashier'] } }) })).toContain('x')
  expect(findingsOf({ x: sum(value, { visibleTo: { roles: ['accountant'] } }) })).toEqual([])
})

it.each([['sum(items.price)'], ['count(items)'], ['if some i in items satisfies i.price > 1 then 1 else 2']])('%s reads nothing of it',
  (value) => {
    expect(findingsOf({ x: sum(value) })).toEqual([])
  })

it('is read in a row by its own name, through the row and through the form around it', () => {
  const row = (value: string) => findingsOf({ other: table({ ...label, columns: { cost: number(label), twice: sum(value) } }) })
  expect(row('header.cost')).toEqual(['other.twice'])
  expect(row('get value(header, "x")')).toEqual(['other.twice', 'other.twice'])
  const inside = (value: string) => findingsOf({ items: table({ ...label, columns: { ...secret['items']?.columns, twice: sum(value) } }) })
  expect(inside('item.cost * 2')).toEqual(['items.twice'])
  expect(inside('price * 2')).toEqual([])
  expect(findingsOf({ copy: table({ ...label, value: 'items', columns: { cost: number(label) } }) })).toEqual(['copy'])
})

it('is told by a rule as a warning, or where everybody is shown it', () => {
  const breaking = (more: Partial<Rule>) => findingsOf({}, { rules: [rule('S-1', { when: 'sum(items.cost) > 5', ...label, ...more })] })
  expect(breaking({})).toEqual(['rules › S-1 › when'])
  expect(breaking({ level: 'confirm', at: ['check', 'sign'] })).toEqual(['rules › S-1 › when'])
  expect(breaking({ at: ['check'] })).toEqual([])
  expect(breaking({ level: 'warn' })).toEqual([])
})
