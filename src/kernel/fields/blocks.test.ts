import { expect, it } from 'vitest'
import { blockOf, blocksIn, hasBlock } from './blocks.ts'
import { defineFields, money, table, text, textarea } from '../fields.ts'

const words = { cn: '字段', en: 'Field' }
const fields = defineFields({
  amount: money(words),
  exceeded: table({ ...words, as: 'overBudgetRows', columns: { why: text(words) } }),
  why: textarea({ ...words, as: 'overBudgetExplanation' }),
})

it('fields of one block go together by their roles', () => {
  expect([fields.amount, fields.exceeded, fields.why].map(blockOf)).toEqual([undefined, 'budget', 'budget'])
})

it('a block is shown while one of its tables has a row', () => {
  expect([{}, { why: 'because' }, { exceeded: [] }].map((value) => hasBlock(fields, value, 'budget'))).toEqual([false, false, false])
  expect(hasBlock(fields, { exceeded: [{ rowId: 'r1' }] }, 'budget')).toBe(true)
  expect(blocksIn(fields, { exceeded: [{ rowId: 'r1' }] })).toEqual(['budget'])
  expect(blocksIn(fields, {})).toEqual([])
})
