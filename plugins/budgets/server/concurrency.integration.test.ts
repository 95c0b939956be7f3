import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { sets } from './testing.ts'
import { exceededBudgets, prepareBudgetCase, recounted, tryLedger } from './testing-concurrency.ts'

let database: TestDatabase
let departments: readonly string[]

beforeAll(async () => {
  database = await testDatabase({ sets, connections: 12 })
  departments = await prepareBudgetCase(database.db, '900.00')
})
afterAll(() => database.drop())

it('keeps every budget and every sum whatever clients do at once, and though their backends die', async () => {
  const tried = await tryLedger(database.db, { operations: 500, clients: 6, departments, killEvery: 60, chance: Math.random })
  expect(tried.done + tried.refused + tried.lost).toBe(500)
  // the budgets are small, so that many requests exceed them
  expect(Math.min(tried.done, tried.refused)).toBeGreaterThan(20)
  expect(await exceededBudgets(database.db)).toEqual([])
  const { checked, mismatches } = await recounted(database.db)
  expect(checked).toBeGreaterThan(50)
  expect(mismatches).toEqual([])
})
