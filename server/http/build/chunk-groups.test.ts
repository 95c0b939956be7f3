import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groupedSources } from './chunk-groups.ts'

test('every source that a group of chunks names is there', () => {
  expect(groupedSources.filter((source) => !existsSync(source))).toEqual([])
})
