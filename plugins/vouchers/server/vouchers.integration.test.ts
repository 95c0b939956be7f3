import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { digitalXml } from './reading/testing.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
}, 120_000)
afterAll(() => product?.close())

const edge = 'edge-of-the-part'

async function upload(content: string): Promise<string> {
  const head = `--${edge}\r\ncontent-disposition: form-data; name="allowXml"\r\n\r\ntrue\r\n--${edge}\r\ncontent-disposition: form-data; name="file"; filename="票.xml"\r\n\r\n`
  const answer = await product.app.inject({ method: 'POST', url: '/oaserver/attachment/upload', payload: `${head}${content}\r\n--${edge}--\r\n`,
    headers: { authorization: await product.as('employee').bearer(), 'content-type': `multipart/form-data; boundary=${edge}` } })
  return answer.json<{ data: { id: string } }>().data.id
}

const read = (attachment: string, who = 'employee') => product.as(who).post('/oaserver/voucher/read', { attachment })

describe('reading an uploaded file', () => {
  it('answers the vouchers in it', async () => {
    const { data } = await read(await upload(digitalXml('26320000000000000001')))
    expect(data).toMatchObject({ problems: [], vouchers: [{ kind: 'digital', files: ['票.xml'], fields: { total: { value: '106.00', certain: true } } }] })
  })

  it('is for whoever may read the file', async () => {
    expect((await read(await upload(digitalXml('26320000000000000002')), 'finance')).code).toBe(404)
  })

  it('says in one sentence why a file is not read', async () => {
    expect((await read(await upload('<a/>'))).msg).toBe('文件中没有可识别的电子票据')
  })
})
