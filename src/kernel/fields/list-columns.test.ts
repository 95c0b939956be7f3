import { expect, it } from 'vitest'
import { defineFields, text } from '../fields.ts'
import { knownColumns } from './list-columns.ts'

it('a column that is not searched is shown, and neither filtered nor ordered by', () => {
  const label = { cn: '名', en: 'Name' }
  const form = { key: 'visit', columns: ['visitor', 'company'],
    fields: defineFields({ visitor: text({ ...label, unsearched: true }), company: text(label) }) }
  const known = knownColumns(form, { columns: {}, roles: [] } as unknown as Parameters<typeof knownColumns>[1])
  expect(known.map(({ key, isSearched }) => [key, isSearched])).toEqual([['visitor', false], ['company', true]])
})
