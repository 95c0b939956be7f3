import { expect, it } from 'vitest'
import declarations from '#resources/declarations.ts'
import { problems } from '#kernel/composition/problems.ts'

it('is sound among the others', () => {
  const found = problems(declarations).map(({ where, text }) => `${where}: ${text.en}`)
  expect(found.filter((where) => /ecn|fiveM|change/i.test(where))).toEqual([])
})
