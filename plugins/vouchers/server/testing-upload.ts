import type { TestProduct } from '#server/documents/testing.ts'
import { issuedToUs } from './testing.ts'

const edge = 'edge-of-the-part'

/** Uploads a file as a person. @returns its id */
export async function uploadVoucher(product: TestProduct, content: string | Buffer, name = '票.xml', who = 'employee'): Promise<string> {
  const head =
    `--${edge}\r\ncontent-disposition: form-data; name="allowXml"\r\n\r\ntrue\r\n--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const answer = await product.app.inject({ method: 'POST', url: '/oaserver/attachment/upload',
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${edge}--\r\n`)]),
    headers: { authorization: await product.as(who).bearer(), 'content-type': `multipart/form-data; boundary=${edge}` } })
  return answer.json<{ data: { id: string } }>().data.id
}

/** Uploads an invoice issued to us and reads it, as the drop zone does. @returns its id */
export async function dropVoucher(product: TestProduct, xml: string, who: string): Promise<string> {
  const attachment = await uploadVoucher(product, issuedToUs(xml), undefined, who)
  await product.as(who).post('/oaserver/voucher/read', { attachment })
  return attachment
}
