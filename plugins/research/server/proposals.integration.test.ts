import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { proposalApply } from '#plugins/proposals/types/proposalApply/index.ts'
import { proposal, said } from '#plugins/proposals/types/proposalApply/testing.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, proposalApply)
})
afterAll(() => product?.close())

const listed = async (by: string, no: string): Promise<FormValue[]> =>
  (await product.as(by).post<{ records: FormValue[] }>('/oaserver/proposalIndex/page', { current: 1, size: 20, keyword: no })).data
    ?.records ?? []

it('tells where each proposal stands, to those of the departments and the people concerned', async () => {
  const id = await on.file('quality', proposal())
  const { businessNo } = await on.detailOf(product.as('quality'), id)
  expect(await listed('linfang', businessNo)).toMatchObject([{ name: '来料检验看板', status: '1', documentState: '1',
    initiator: 'u-quality', departmentId: 'sz-quality', implementer: null, score: null, eligible: false, excellent: false, year: 2026 }])
  await on.passThrough(id, await said(on))
  expect(await listed('linfang', businessNo)).toMatchObject([{ status: '5', documentState: '4', implementer: 'u-dongmei',
    estStart: '2026-11-23', estEnd: '2026-12-04', actualFinish: '2026-11-20', score: 75, grade: 'B', eligible: true,
    firstJudgeExcellent: false, excellent: false }])
  expect((await product.as('quality').post('/oaserver/proposalIndex/page', { current: 1, size: 20 })).code).toBe(403)
})
