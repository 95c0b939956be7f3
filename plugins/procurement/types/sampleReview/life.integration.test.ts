import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { sampleOf, sampleSay, tester } from '../testing-samples.ts'
import { sampleReview } from './index.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, sampleReview, { nodeList: tester })
})
afterAll(() => product?.close())

it('is numbered by rounds, and seen by the vice president where it passes under conditions', async () => {
  const first = await on.file('dongmei', await sampleOf(on))
  await on.passThrough(first, {}, 'test')
  expect(on.refusal(await on.pass(first, (await sampleSay(on, { qualifiedQty: 21 }))['test'])).fields).toEqual({
    qualifiedQty: '合格数量不能大于送样数量',
  })
  await on.passThrough(first, await sampleSay(on, { result: 'ng' }), 'qualityHead')
  expect(on.refusal(await on.pass(first, (await sampleSay(on))['qualityHead'])).fields).toEqual({
    conclusion: '存在不合格项，不能判定通过',
  })
  expect((await on.passThrough(first, await sampleSay(on, { conclusion: 'conditional' }))).at(-1)).toBe('vp: qianhong')
  const second = await on.file('dongmei', await sampleOf(on, { reviewers: ['process', 'quality'] }))
  expect((await on.detailOf(product.as('dongmei'), second)).business).toMatchObject({ round: 2 })
  expect(await on.passThrough(second, await sampleSay(on))).toContain('process: liuyang')
  await on.remove(first)
  expect((await on.detailOf(product.as('dongmei'), await on.file('dongmei', await sampleOf(on)))).business).toMatchObject({ round: 2 })
})
