import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { digitalXml } from './reading/testing.ts'
import { invoiceOf } from './reading/testing/invoices.ts'
import { digitalPage } from './reading/testing/pages.ts'
import { pdfOf } from './reading/testing/pdf.ts'
import { jpegOf, photoOf } from './reading/testing/pictures.ts'
import { uploadVoucher } from './testing-upload.ts'
import { issuedToUs } from './testing.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
}, 120_000)
afterAll(() => product?.close())

const upload = (content: string | Buffer, name?: string) => uploadVoucher(product, content, name)
const read = (attachment: string, who = 'employee') => product.as(who).post('/oaserver/voucher/read', { attachment })

describe('reading an uploaded file', () => {
  it('answers the vouchers in it, and that they were not issued to us', async () => {
    const { data } = await read(await upload(digitalXml('26320000000000000001')))
    expect(data).toMatchObject({ problems: [], vouchers: [{ kind: 'digital', files: ['票.xml'], fields: { total: { value: '106.00', certain: true } }, company: null }] })
    expect(await read(await upload(issuedToUs(digitalXml('26320000000000000003'))))).toMatchObject({ data: { vouchers: [{ company: 'SZ' }] } })
  })

  it('answers those of a PDF, which are not certain', async () => {
    const { data } = await read(await upload(pdfOf({ pages: [digitalPage(invoiceOf(1))] }), '票.pdf'))
    expect(data).toMatchObject({ problems: [], vouchers: [{ kind: 'digital', fields: { total: { value: invoiceOf(1).total, certain: false, certainty: 0.8 } } }] })
  })

  it('says that a photograph shows no code', async () => {
    expect((await read(await upload(jpegOf(photoOf('https://example.com')), '照片.jpg'))).msg).toBe('图片中没有找到发票二维码，请上传电子发票原件，或手工填写')
  })

  it('says that no verification service is set up', async () => {
    const attachment = await upload(digitalXml('26320000000000000009'))
    expect((await product.as('employee').post('/oaserver/voucher/verify', { attachment })).msg).toBe('未配置发票查验服务，请联系管理员')
  })

  it('is for whoever may read the file, before and after it was kept', async () => {
    const file = await upload(digitalXml('26320000000000000002'))
    expect((await read(file, 'finance')).code).toBe(404)
    const [first, ...others] = await Promise.all([read(file), read(file), read(file)])
    expect(others.map(({ data }) => data)).toEqual([first?.data, first?.data])
    expect(await product.database.db.selectFrom('read_voucher').select(['number', 'position']).where('attachment', '=', file).execute())
      .toEqual([{ number: '26320000000000000002', position: 0 }])
    expect((await read(file, 'finance')).code).toBe(404)
  })

  it('says in one sentence why a file is not read', async () => {
    expect((await read(await upload('<a/>'))).msg).toBe('文件中没有可识别的电子票据')
  })
})
