import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { firstOf } from '#plugins/payments/types/testing.ts'
import { contractSay, draftOf } from '../testing.ts'
import { line, passed, reviewedClause } from '../testing-reviewed.ts'
import { purchaseContract } from './index.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, purchaseContract)
})
afterAll(() => product?.close())

async function contractOver(unitPrice: string, change: FormValue = {}): Promise<FormValue> {
  const { db } = product.database
  return {
    ...(await draftOf(on, 'quality')),
    amount: unitPrice,
    contractType: 'single',
    subjectType: 'material',
    supplier: await firstOf(db, 'supplier'),
    purchaseOrg: '1000',
    deliveryDate: '2026-12-20',
    useSole: '0',
    items: [line(unitPrice, { rowId: 'i1', itemName: '连接器 2.54', material: await firstOf(db, 'material') })],
    clauses: [{ ...reviewedClause, rowId: 'c1' }],
    ...change,
  }
}

const calculated = async (value: FormValue) => (await on.calculate(product.as('quality'), value)).data

it('tells a price that is more than 5 % above the last one of the supplier', async () => {
  await on.passThrough(await on.file('quality', await contractOver('1000.00')), { ...contractSay, clauseReview: passed })
  const warnings = async (unitPrice: string) => {
    const { value, problems } = await calculated(await contractOver(unitPrice))
    return [rowsAt(value, 'items')[0]?.['lastPrice'],
      ...problems.filter(({ code }) => code === 'P-R3').map(({ field, level }) => `${field} ${level}`)]
  }
  expect(await warnings('1050.00')).toEqual(['1000.000000'])
  expect(await warnings('1050.01')).toEqual(['1000.000000', 'items.0.unitPrice warn'])
})

it('begins with the clauses that are always reviewed, each by the head of its department', async () => {
  const { value } = await calculated(await contractOver('1000.00', { clauses: undefined }))
  expect(rowsAt(value, 'clauses').map(({ clauseType }) => clauseType)).toEqual(['quality', 'delivery', 'payment', 'warranty', 'breach'])
  const { value: named } = await calculated(
    await contractOver('1000.00', { clauses: [{ rowId: 'c1', clauseType: 'price', content: '含税价', department: 'sz-purchase' }] }),
  )
  expect(rowsAt(named, 'clauses')).toMatchObject([{ reviewer: 'u-buyer' }])
})
