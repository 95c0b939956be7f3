import { expect, it } from 'vitest'
import type { ActionItemStep, Warning } from '#server/extensions/action-items.ts'
import { warningsOf, withWarnings } from './box.ts'

const step = { caller: { id: 'wang', permissions: new Set(['budget:plan:view']) } } as unknown as ActionItemStep
const warning = (count: number, needs?: string): Warning => ({ count: async () => count, ...(needs && { needs }) })

it('counts what the modules warn of, of those who may know', async () => {
  expect(await warningsOf([warning(2), warning(3, 'budget:plan:view'), warning(100, 'library:book:view')], step)).toBe(5)
  expect(await warningsOf([], step)).toBe(0)
})

it('adds to the tasks that are overdue', () => {
  expect(withWarnings({ todo: 4, warning: 1, approve: 0, cc: 0, comment: 0, commentAt: 0 }, 2)).toEqual({ todo: 4, warning: 3, approve: 0,
    cc: 0, comment: 0, commentAt: 0 })
})
