import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { digitalXml } from '../reading/testing.ts'
import { issuedToUs } from '../testing.ts'
import { uploadVoucher } from '../testing-upload.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

interface PoolPage {
  readonly records: readonly { readonly id: string; readonly attachment: string; readonly document?: { readonly number: string } }[]
  readonly total: number
  readonly forms: readonly { readonly key: string }[]
}
const page = async (who: string, more = {}) => (await product.as(who).post<PoolPage>('/oaserver/voucher/pool/page', more)).data
const add = (who: string, attachments: readonly string[]) => product.as(who).post('/oaserver/voucher/pool', { attachments })

async function pooled(who: string, number: string): Promise<string> {
  const file = await uploadVoucher(product, issuedToUs(digitalXml(number)), undefined, who)
  await product.as(who).post('/oaserver/voucher/read', { attachment: file })
  expect((await add(who, [file])).code).toBe(200)
  return file
}

describe('the invoices of a person', () => {
  it('are their own, each once, with what was read', async () => {
    const file = await pooled('quality', '26320000000000020001')
    expect((await add('quality', [file, file])).code).toBe(200)
    expect(await page('quality')).toMatchObject({ total: 1,
      records: [{ attachment: file, vouchers: [{ fields: { number: { value: '26320000000000020001' } } }] }] })
    expect((await page('quality')).forms.map(({ key }) => key)).toContain('expenseReimbursement')
    expect(await page('employee')).toMatchObject({ total: 0, records: [] })
  })

  it('are not made of other people’s files, and removed by nobody else', async () => {
    const file = await uploadVoucher(product, digitalXml('26320000000000020002'), undefined, 'quality')
    expect((await add('employee', [file])).code).toBe(42009)
    const [own] = (await page('quality')).records
    expect((await product.as('employee').delete(`/oaserver/voucher/pool/${own?.id}`)).code).toBe(404)
  })

  it('are used by the claim that holds their file, and stay then', async () => {
    const no = '26320000000000020003'
    const file = await pooled('quality', no)
    const invoiced = row('106.00', { invoiceType: '1', noInvoiceReason: undefined, invoiceTitle: 'SZ', invoiceNo: no,
      invoiceDate: '2026-11-20', invoiceKind: '2', taxRate: '6', invoiceFiles: [file], expenseDate: '2026-11-20' })
    const { data } = await claims(product).apply(product.as('quality'), claim([invoiced]))
    const used = await page('quality', { state: 'used' })
    expect(used).toMatchObject({ total: 1,
      records: [{ attachment: file, document: { number: data.businessNo, type: 'expenseReimbursement', state: 1 } }] })
    expect((await product.as('quality').delete(`/oaserver/voucher/pool/${used.records[0]?.id}`)).msg).toBe('移除前请先从单据中去掉该发票')
    expect((await page('quality', { state: 'unused' })).records.map(({ attachment }) => attachment)).not.toContain(file)
  })

  it('are kept although nothing holds their files yet', async () => {
    const file = await pooled('quality', '26320000000000020004')
    const free = await product.database.db.selectFrom('attachment').select('id').where('id', '=', file).where('free_since', '<',
      new Date('2100-01-01')).execute()
    expect(free).toEqual([])
    const entry = (await page('quality')).records.find(({ attachment }) => attachment === file)
    expect((await product.as('quality').delete(`/oaserver/voucher/pool/${entry?.id}`)).code).toBe(200)
    expect((await page('quality')).records.map(({ attachment }) => attachment)).not.toContain(file)
  })
})
