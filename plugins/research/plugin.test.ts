import { expect, it } from 'vitest'
import declarations from '#resources/declarations.ts'
import { problemsOf } from '#kernel/composition/problems.ts'
import plugin from './plugin.ts'

it('is sound among the others', () => {
  expect(problemsOf(plugin, declarations)).toEqual([])
})
