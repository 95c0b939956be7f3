import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { filledIn, getFile, sendFile } from '#server/imports/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

interface ApprovalPage {
  readonly total: number
  readonly records: readonly { readonly outerId: string; readonly originator: string; readonly result: string;
    readonly finishedAt: string | null }[]
}
const base = '/oaserver/dingtalk-process-instance'
const page = async (who: string, body: object = {}) => (await product.as(who).post<ApprovalPage>(`${base}/page`, body)).data

describe('approvals of DingTalk', () => {
  it('are found by how they ended; an employee sees their own', async () => {
    expect((await page('admin')).total).toBe(24)
    expect(new Set((await page('admin', { result: ['refuse'] })).records.map(({ result }) => result))).toEqual(new Set(['refuse']))
    const own = await page('cashier')
    expect(new Set(own.records.map(({ originator }) => originator))).toEqual(new Set(['u-cashier']))
    expect(own.total).toBe(2)
  })

  it('come in by workbook: a known number is brought up to date, an end before the start refused', async () => {
    const who = (await product.as('admin').bearer()).replace('Bearer ', '')
    const { bytes } = await getFile(product.app, `${base}/template`, who)
    const [known] = (await page('admin')).records
    const row = (number: string,
      finished: string) => [number, '周杰提交的用印申请', '已完成', '同意', 'zhoujie', 'SZ-HR', '2024-03-01 09:00:00', finished, '']
    const rows = [row(known!.outerId, '2024-03-02 09:00:00'), row('202403010900001', '2024-03-01 08:00:00')]
    const { data } = await sendFile(product.app, { path: base, who, bytes: await filledIn(bytes, rows) })
    expect(data).toMatchObject({ total: 2, success: 1, failed: 1, failures: [{ column: '完成时间' }] })
    expect((await page('admin', { keyword: known!.outerId })).records).toMatchObject([{ originator: 'u-zhoujie',
      finishedAt: '2024-03-02 09:00:00' }])
  })

  it('are nobody’s to write by hand', async () => {
    expect((await product.as('admin').post(`${base}/add`, {})).status).toBe(404)
    expect((await product.as('employee').post(`${base}/import`, {})).code).toBe(403)
  })
})
