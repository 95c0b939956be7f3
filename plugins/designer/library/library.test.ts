import { expect, it } from 'vitest'
import declared from '#resources/declarations.ts'
import { designProblems } from '../checks.ts'
import { newContent } from '../company.ts'
import { libraryForm } from './design.ts'
import { library } from './library.ts'

it.each(library.map((ready) => [ready.key, ready] as const))('%s can be published as it is, and is shown by examples', (key, ready) => {
  const { prefix, group, cn, en, examples } = ready
  expect(designProblems(newContent({ urlPage: key, prefix, group, cn, en }, libraryForm(ready)), declared)).toEqual([])
  expect(examples.length).toBeGreaterThan(0)
})
