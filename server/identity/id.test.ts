import { expect, it } from 'vitest'
import { newId } from './id.ts'

it('ids are 32 hexadecimal digits and sort in the order in which they were made', () => {
  const ids = Array.from({ length: 1_000 }, newId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
})
