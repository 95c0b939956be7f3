import { expect, it } from 'vitest'
import { calculated, defineFields, money, number, table, text } from '#kernel/fields.ts'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { formProblems } from '#kernel/composition/problems.ts'
import { defineRules, rule, type Rule } from '#kernel/rules.ts'
import { check } from './check.ts'

const fields = defineFields({
  limit: number({ cn: '上限', en: 'Limit' }),
  spent: money({ cn: '花费', en: 'Spent' }),
  items: table({ cn: '明细', en: 'Items',
    columns: { label: text({ cn: '名称', en: 'Label' }), score: number({ cn: '得分', en: 'Score' }),
      most: number({ cn: '满分', en: 'Most' }) } }),
  total: calculated({ cn: '合计', en: 'Total', result: 'number', value: 'sum(items[score != null].score)' }),
})
const about = { key: 'sample', cn: '示例', en: 'Sample', path: '/sample', prefix: 'S', group: 'g', icon: 'file', fields,
  flow: defineFlow([]) } as const
const formOf = (...rules: Rule[]) => defineForm({ ...about, rules: defineRules(rules) })
const said = (form: ReturnType<typeof formOf>, value: Record<string, unknown>) =>
  check(form, value, { today: '2026-11-20', now: '2026-11-20 10:00:00', reference: () => undefined }, { at: 'start' }).map((
    { field, message },
  ) => [field, message?.cn, message?.en])

it('says the figure of the moment, in English with its thousands apart', () => {
  const form = formOf(
    rule('A', { when: 'spent > limit', fields: ['spent'], blanks: { limit: 'limit', much: 'limit / 10000' },
      cn: '不超过{much}万元（{limit}）', en: 'At most {limit}' }),
  )
  expect(said(form, { spent: '1234567.50', limit: '1234567' })).toEqual([['spent', '不超过123.4567万元（1234567）', 'At most 1,234,567']])
})

it('says what stands in the row, each language its half, and a dash for nothing', () => {
  const form = formOf(
    rule('B', { each: 'items', when: 'score > 1', fields: ['score'], blanks: { label: 'label', max: 'most', all: 'header.total' },
      cn: '{label}：{max}，共{all}', en: '{label}: {max} of {all}' }),
  )
  expect(said(form, { items: [{ rowId: 'a', label: '效果/Effect', score: '2', most: '1.5' }, { rowId: 'b', score: '1000' }] })).toEqual([
    ['items.0.score', '效果：1.5，共1002', 'Effect: 1.5 of 1,002'],
    ['items.1.score', '—：—，共1002', '—: — of 1,002'],
  ])
})

it('is unsound with a blank that nothing fills, and with one that cannot be read', () => {
  const found = formProblems(
    formOf(rule('C', { when: 'spent > limit', fields: ['spent'], blanks: { limit: 'limits' }, cn: '{limit}{more}', en: '{limit}' })),
    new Set(),
  )
  expect(found.map(({ where, text: { en } }) => `${where}: ${en}`).filter((each) => each.includes('blanks'))).toEqual([
    expect.stringContaining('more'),
    expect.stringContaining('limits'),
  ])
})
