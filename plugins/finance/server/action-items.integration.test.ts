import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import type { ActionItemAnswer } from '#kernel/answers.ts'

let product: TestProduct

beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product.close())

const actionItemsOf = async (who: string) =>
  new Map((await product.as(who).get<ActionItemAnswer[]>('/budgetservice/actionItems')).data.map((each) => [each.id, each]))

describe('action items of modules', () => {
  it('is counted in what the lists behind it show', async () => {
    const found = await actionItemsOf('finance')
    expect([...found.keys()].toSorted()).toEqual(['costCentresWithoutManager', 'endingContracts', 'missingRates', 'varianceReasons'])
    expect(found.get('missingRates')).toMatchObject({ count: 1, path: '/exchange-management?missing=1' })
    const centres = await product.as('finance').post<{ total: number }>('/budgetservice/costCenter/page', { noManager: true, enable: true })
    expect(found.get('costCentresWithoutManager')?.count).toBe(centres.data.total)
    const due = await product.as('finance').get<{ due: number }>('/budgetservice/budget/varianceReason/due?year=2026')
    expect(found.get('varianceReasons')?.count).toBe(due.data.due)
  })

  it('goes away when it is seen to', async () => {
    const { db } = product.database
    await db.updateTable('cost_center').set({ manager_user_id: 'finance' }).where('manager_user_id', 'is', null).execute()
    await product.as('finance').post('/budgetservice/exchangeRate/save', { yearMonth: '2026-11', currency: 'KRW', rate: '0.005100' })
    const found = await actionItemsOf('finance')
    expect(found.get('costCentresWithoutManager')?.count).toBe(0)
    expect(found.get('missingRates')?.count).toBe(0)
  })

  it('is told of what one may look at only', async () => {
    expect([...(await actionItemsOf('head')).keys()]).toEqual(['varianceReasons'])
    expect((await product.as('employee').get('/budgetservice/actionItems')).code).toBe(403)
  })

  it('has its page in the menu of whoever may do anything in finance', async () => {
    const paths = async (who: string) =>
      JSON.stringify((await product.as(who).get('/system/menus/current')).data).includes('/financial-management')
    expect(await paths('head')).toBe(true)
    expect(await paths('employee')).toBe(false)
  })
})
