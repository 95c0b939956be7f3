import { expect, it } from 'vitest'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { costFindings } from './expression-cost.ts'
import { library } from './library/library.ts'
import { libraryForm } from './library/design.ts'
import { visit } from './model/testing-content.ts'

const ruled = (when: string, visitors: Partial<FieldDefinition> = {}): Form => ({ ...visit.form,
  fields: { ...visit.form.fields, visitors: { ...visit.form.fields['visitors']!, ...visitors } },
  rules: defineRules([rule('R9', { when, fields: ['visitors'], cn: '重复', en: 'Repeated' })]) })
const pairs = 'some a in visitors satisfies some b in visitors satisfies a.cost + b.cost = -1'
const triples = 'every a in visitors satisfies every b in visitors satisfies every c in visitors satisfies a.name = b.name or c.name != "-"'

it('finds an expression that goes through full tables too often, at its place, in both languages', () => {
  expect(costFindings(ruled(triples))).toMatchObject([{ where: 'rules › R9 › when',
    text: { cn: expect.stringContaining('100000步') as unknown, en: expect.stringContaining('100000 steps') as unknown } }])
  const shown = ruled('fee > 1')
  const note = { ...shown.fields['note']!, visible: triples }
  expect(costFindings({ ...shown, fields: { ...shown.fields, note } }).map(({ where }) => where)).toEqual(['fields › note › visible'])
  const cost = { ...shown.fields['visitors']!.columns!['cost']!, visible: pairs }
  const columns = { ...shown.fields['visitors']!.columns, cost }
  expect(costFindings(ruled('fee > 1', { columns })).map(({ where }) => where)).toEqual(['fields › visitors.cost › visible'])
})

it('counts an expression of a column for each row, and one that needs no table', () => {
  const pairwise = { ...visit.form.fields['visitors']!.columns!['cost']!, visible: 'count(header.visitors[cost = item.cost]) > 1' }
  const columns = { ...visit.form.fields['visitors']!.columns, cost: pairwise }
  const places = (form: Form) => costFindings(form).map(({ where }) => where)
  expect(places(ruled('fee > 1', { columns }))).toEqual(['fields › visitors.cost › visible'])
  expect(places(ruled('fee > 1', { columns, max: 50 }))).toEqual([])
  expect(places(ruled('some a in 1..1000 satisfies some b in 1..1000 satisfies a + b = 0'))).toEqual(['rules › R9 › when'])
})

it('finds none where the table has fewer rows, or each is gone through once', () => {
  expect(costFindings(ruled(triples, { max: 20 }))).toEqual([])
  expect(costFindings(ruled('count(visitors[cost > fee]) > 0'))).toEqual([])
  expect(costFindings(ruled('count(distinct values(visitors.name)) < count(visitors)'))).toEqual([])
})

it('finds none in the ready designs', () => {
  expect(library.flatMap((ready) => costFindings(libraryForm(ready)))).toEqual([])
})
