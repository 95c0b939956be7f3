import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { readerVersion } from './reading/reader.ts'
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
})
afterAll(() => product?.close())

const upload = (content: string | Buffer, name?: string) => uploadVoucher(product, content, name)
const read = (attachment: string, who = 'employee') => product.as(who).post('/oaserver/voucher/read', { attachment })

describe('reading an uploaded file', () => {
  it('answers the vouchers in it, and that they were not issued to us', async () => {
    const { data } = await read(await upload(digitalXml('26320000000000000001')))
    expect(data).toMatchObject({ problems: [],
      vouchers: [{ kind: 'digital', files: ['票.xml'], fields: { total: { value: '106.00', certain: true } }, company: null }] })
    expect(await read(await upload(issuedToUs(digitalXml('26320000000000000003'))))).toMatchObject({
      data: { vouchers: [{ company: 'SZ' }] },
    })
  })

  it('answers those of a PDF, which are not certain', async () => {
    const { data } = await read(await upload(pdfOf({ pages: [digitalPage(invoiceOf(1))] }), '票.pdf'))
    expect(data).toMatchObject({ problems: [],
      vouchers: [{ kind: 'digital', fields: { total: { value: invoiceOf(1).total, certain: false, certainty: 0.8 } } }] })
  })

  it('says that a photograph shows no code', async () => {
    expect((await read(await upload(jpegOf(photoOf('https://example.com')), '照片.jpg'))).msg).toBe(
      '图片中没有找到发票二维码，请上传电子发票原件，或手工填写',
    )
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

  it('is done again by a newer reader, until a filed claim rests on it', async () => {
    const { db } = product.database
    const no = '26320000000000000012'
    const file = await uploadVoucher(product, issuedToUs(digitalXml(no)), undefined, 'quality')
    await read(file, 'quality')
    const makeOlder = () => db.updateTable('voucher_reading').set({ reader: 0 }).where('attachment', '=', file).execute()
    const kept = () =>
      db.selectFrom('voucher_reading').innerJoin('read_voucher', 'read_voucher.attachment', 'voucher_reading.attachment').select(['reader',
        'number'])
        .where('voucher_reading.attachment', '=', file).execute()
    await makeOlder()
    await db.updateTable('read_voucher').set({ number: 'misread' }).where('attachment', '=', file).execute()
    await read(file, 'quality')
    expect(await kept()).toEqual([{ reader: readerVersion, number: no }])
    const invoiced = row('106.00', { invoiceType: '1', noInvoiceReason: undefined, invoiceTitle: 'SZ', invoiceNo: no,
      invoiceDate: '2026-11-20', invoiceKind: '2', taxRate: '6', invoiceFiles: [file], expenseDate: '2026-11-20' })
    const on = claims(product)
    const id = await on.file('quality', claim([invoiced]))
    await makeOlder()
    await read(file, 'quality')
    expect(await kept()).toEqual([{ reader: 0, number: no }])
    await product.as('quality').post('/workflow/abort', { procInstId: id, comment: '填错了' })
    await read(file, 'quality')
    expect(await kept()).toEqual([{ reader: readerVersion, number: no }])
  })

  it('says in one sentence why a file is not read', async () => {
    expect((await read(await upload('<a/>'))).msg).toBe('文件中没有可识别的电子票据')
  })
})
