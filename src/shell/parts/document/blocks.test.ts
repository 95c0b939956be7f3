import { expect, it } from 'vitest'
import { defineFields, money, table, text, textarea } from '#kernel/fields.ts'
import { type Blocks, blockOf, blocksIn, hasBlock } from './slots.tsx'

declare module '#kernel/fields/definition.ts' {
  interface FieldRoles {
    /** Role of a made-up module. */
    breakages: true
    breakageReason: true
  }
}

const words = { cn: '字段', en: 'Field' }
const fields = defineFields({
  amount: money(words),
  broken: table({ ...words, as: 'breakages', columns: { part: text(words) } }),
  why: textarea({ ...words, as: 'breakageReason' }),
})
const blocks: Blocks = [{ id: 'repair', of: ['breakages', 'breakageReason'] }]

it('fields of one block go together by their roles', () => {
  expect([fields.amount, fields.broken, fields.why].map((field) => blockOf(blocks, field))).toEqual([undefined, 'repair', 'repair'])
  expect(blockOf([], fields.broken)).toBeUndefined()
})

it('a block is shown while one of its tables has a row', () => {
  expect([{}, { why: 'because' }, { broken: [] }].map((value) => hasBlock(blocks, 'repair', fields, value))).toEqual([false, false, false])
  expect(hasBlock(blocks, 'repair', fields, { broken: [{ rowId: 'r1' }] })).toBe(true)
  expect(blocksIn(blocks, fields, { broken: [{ rowId: 'r1' }] })).toEqual(['repair'])
  expect(blocksIn(blocks, fields, {})).toEqual([])
})
