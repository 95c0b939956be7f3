import { expect, it } from 'vitest'
import { readFile } from '#plugins/vouchers/server/reading/read.ts'
import { type DemoInvoice, invoicePdf, invoiceXml } from './files.ts'

const invoice: DemoInvoice = { number: '26320000000031000010', day: '2026-11-02',
  buyer: { name: '苏州宏岳电子有限公司', taxNo: '91320594MA1X8Q7T2K' }, item: '打印纸与文具', net: '100.00', tax: '6.00', total: '106.00' }

it('is read as the invoice that it shows, and as the XML inside says', async () => {
  const [pdf, xml] = await Promise.all([readFile({ name: 'a.pdf', bytes: invoicePdf(invoice) }),
    readFile({ name: 'a.pdf', bytes: Buffer.from(invoiceXml(invoice)) })])
  expect(pdf).toEqual(xml)
  expect(pdf.vouchers.map(({ fields }) => [fields.number?.value, fields.buyerName?.value, fields.total?.value])).toEqual([
    [invoice.number, invoice.buyer.name, '106.00'],
  ])
})
