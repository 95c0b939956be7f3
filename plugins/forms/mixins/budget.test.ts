import { expect, it } from 'vitest'
import { check } from '#kernel/evaluate/checks/check.ts'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { facts } from '#kernel/kinds/testing.ts'
import { budget, budgetRules } from './budget.ts'

const form = defineForm({ key: 'sample', cn: '示例', en: 'Sample', path: '/sample', prefix: 'T', group: 'test', icon: 'x',
  flow: defineFlow([]), fields: budget('false'), rules: budgetRules })

const blockingFields = (...bands: readonly string[]) =>
  check(form, { overBudget: true, overBudgetInfo: bands.map((warnLevel, row) => ({ rowId: String(row), warnLevel })) }, facts, {
    at: 'start',
  }).filter(({ level }) => level === 'block').map(({ field }) => field)

it('asks for an explanation of what exceeds a budget, but not where the year refuses it anyway', () => {
  expect(new Set(blockingFields('over'))).toEqual(new Set(['overBudgetExplanation']))
  expect(blockingFields('over', 'blocked')).toEqual([])
})
