import { expect, it } from 'vitest'
import { defineFields, money, table, text } from '#kernel/fields.ts'
import { defineFlow } from '#kernel/flow.ts'
import { en as editing } from '../texts.ts'
import { en as panel } from '../panel/texts.ts'
import { attributeWords, conditionText, conditionWords, type Naming, ruleWords } from './words.ts'

const t: Naming['text']['t'] = (key, parameters = {}) =>
  Object.entries(parameters).reduce((sentence, [name, value]) => sentence.replace(`{${name}}`, String(value)),
    ({ ...editing, ...panel } as Readonly<Record<string, string>>)[key] ?? key)

const naming = { text: { t, label: (each: { en: string }) => each.en, name: (each: string) => each.split('/')[1] ?? each },
  fields: defineFields({ amount: money({ cn: '金额', en: 'Amount' }), kind: text({ cn: '类别', en: 'Kind' }),
    items: table({ cn: '明细', en: 'Items', columns: { price: money({ cn: '单价', en: 'Price' }) } }) }), names: {}, owners: {},
  parameters: new Map([['limits claim.gm', { cn: '总经理限额', en: 'Limit of the general manager' }]]),
  facts: new Map([['returnTime', { cn: '归还时间', en: 'Return time' }]]),
  dict: (dictionary: string,
    value: string) => (dictionary === 'limits' && value === 'claim.gm' ? '50000/50000' : null) } as unknown as Naming

it('says what a limit means and comes to today', () => {
  expect(conditionWords('amount > parameter("limits", "claim.gm")', naming)).toBe('Amount > Limit of the general manager, 50,000')
  expect(conditionWords('amount > parameter("limits", "gone")', naming)).toBe('Amount > parameter gone')
})

it('names what an expression reads that rows can’t show, and leaves texts as they are', () => {
  const source = 'amount * 2 > parameter("limits", "claim.gm") or (some i in items satisfies i.price > 1 and kind = "amount")'
  expect(conditionWords(source, naming)).toBeUndefined()
  expect(conditionText(source, naming)).toBe(
    'Amount * 2 > Limit of the general manager, 50,000 or (any row of Items has Items · Price > 1 and Kind = "amount")',
  )
  expect(conditionText('amount > 5', naming)).toBe('Amount > 5')
})

it('names a rule that is not finished by its kind', () => {
  const words = (rule: Parameters<typeof ruleWords>[0]) => ruleWords(rule, naming, defineFlow([]))
  expect(words({ rule: 'rowPersons', field: '' })).toBe('People in the rows')
  expect(words({ rule: 'role', role: '' })).toBe('Role')
  expect(words({ rule: 'fixed', people: [] })).toBe('Named people')
})

it('says of the default branch that no other holds', () => {
  expect(conditionText('not(amount <= 5 or kind = "a")', naming)).toBe('not (Amount ≤ 5 or Kind = a)')
  expect(conditionText('not(amount > 5) and not(kind = "a")', naming)).toBe('not(Amount > 5) and not(Kind = "a")')
})

it('names the facts that an opinion states', () => {
  const stated = ['returnTime', { text: 'returnTime', when: 'amount > 5' }, 'gone']
  expect(attributeWords('opinionMustContain', stated, naming, defineFlow([]))).toBe('Return time, Return time, gone')
})
