import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { digitalXml, ofd, olderXml } from '../reading/testing.ts'
import { uploadVoucher } from '../testing-upload.ts'
import { testService, type TestService } from './testing-service.ts'

let product: TestProduct
let service: TestService
beforeAll(async () => {
  service = await testService()
  product = await demoProduct({ settings: { INVOICE_CHECK_URL: service.url, INVOICE_CHECK_KEY: service.key } })
})
afterAll(async () => {
  await product?.close()
  await service.close()
})
beforeEach(() => {
  service.manner = 'answers'
  service.outcome = 'genuine'
  service.requests.length = 0
})

const verify = (attachment: string, who = 'employee') => product.as(who).post('/oaserver/voucher/verify', { attachment })
const kept = (number: string) =>
  product.database.db.selectFrom('voucher_verification').select(['outcome', 'person']).where('number', '=', number).execute()

describe('verifying the invoices of a file', () => {
  it('asks for the total of a digital invoice, and keeps the answer', async () => {
    const number = '26320000000000000101'
    const { data } = await verify(await uploadVoucher(product, digitalXml(number)))
    expect(data).toMatchObject([{ number, outcome: 'genuine' }])
    expect(service.requests).toEqual([{ number, issueDate: '2026-11-20', amount: '106.00' }])
    expect(await kept(number)).toMatchObject([{ outcome: 'genuine' }])
  })

  it('asks for the net amount of an older one', async () => {
    await verify(await uploadVoucher(product, ofd(olderXml('12345678')), '票.ofd'))
    expect(service.requests).toEqual([{ number: '12345678', code: '032002600111', issueDate: '2026-11-19', amount: '100.00' }])
  })

  it('does not ask again on the day of a genuine answer, but after another one', async () => {
    const number = '26320000000000000102'
    const file = await uploadVoucher(product, digitalXml(number))
    service.outcome = 'unknown'
    await verify(file)
    service.outcome = 'genuine'
    await verify(file)
    await verify(file)
    expect(service.requests).toHaveLength(2)
    expect((await kept(number)).map(({ outcome }) => outcome)).toEqual(['unknown', 'genuine'])
  })

  it.each(['breaks', 'speaksNonsense', 'cuts'] as const)('says that the service is away where it %s, and keeps nothing', async (manner) => {
    const number = `2632000000000000020${manner.length}`
    service.manner = manner
    expect((await verify(await uploadVoucher(product, digitalXml(number)))).msg).toBe('发票查验服务暂时无法使用，请稍后重试')
    expect(await kept(number)).toEqual([])
  })

  it('is for whoever may read the file', async () => {
    expect((await verify(await uploadVoucher(product, digitalXml('26320000000000000103')), 'finance')).code).toBe(404)
    expect(service.requests).toEqual([])
  })
})
