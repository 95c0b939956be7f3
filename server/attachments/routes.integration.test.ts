import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { approvalProduct } from '#server/documents/testing-company.ts'
import { checkFiles } from './inspection/verification.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())

const edge = 'edge-of-the-part'
const pdf = Buffer.from(`%PDF-1.4\n${'x'.repeat(1000)}\n%%EOF`)

async function upload(fileName: string, content: Buffer, fields: Readonly<Record<string, string>> = {}) {
  const parts = Object.entries(fields).map(([name, value]) =>
    `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  ).join('')
  const head =
    `${parts}--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const answer = await product.app.inject({
    method: 'POST',
    url: '/oaserver/attachment/upload',
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${edge}--\r\n`)]),
    headers: { authorization: await product.as('wang').bearer(), 'content-type': `multipart/form-data; boundary=${edge}`,
      'accept-language': 'en_US' },
  })
  return answer.json<{ code: number; msg: string; data: { id: string; path: string; name: string } & Record<string, unknown> }>()
}

async function download(query: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}, who = 'wang') {
  const answer = await product.app.inject({ method: 'GET', url: `/oaserver/attachment/download?${new URLSearchParams(query)}`,
    headers: { authorization: await product.as(who).bearer(), ...headers } })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

describe('an upload', () => {
  it('answers the file as the wire knows it', async () => {
    expect((await upload('报价.pdf', pdf, { businessType: 'plain' })).data).toMatchObject({
      businessId: null,
      businessType: 'plain',
      businessTypeName: expect.any(String) as unknown,
      fileType: 'pdf',
      type: 'BUSINESS',
      realName: '报价.pdf',
      size: pdf.length,
      createBy: 'wang',
      createName: 'wang中/wang',
    })
  })

  it('takes XML only where that is asked for', async () => {
    expect(await upload('a.xml', Buffer.from('<a/>'))).toMatchObject({ code: 42009,
      msg: expect.stringMatching(/^Unsupported file type! a\.xml is not one of these: (?!.*\bxml\b).*pdf/) as unknown })
    expect(await upload('a.xml', Buffer.from('<a/>'), { allowXml: 'true' })).toMatchObject({ code: 200 })
  })

  it.each([
    ['of another kind', 'a.exe', Buffer.from('MZ'), /^Unsupported file type! a\.exe is not one of these: .*jpg.*pdf/],
    ['that is not what its name says', 'a.png', pdf, /^The file’s content doesn’t match its extension png$/],
    ['with a password', 'a.pdf', Buffer.from('%PDF-1.7\ntrailer << /Encrypt 5 0 R >>\n%%EOF'),
      /^The file is encrypted\. Decrypt it before uploading$/],
  ])('refuses a file %s, and nothing of it remains', async (_, name, content, msg) => {
    const count = async () => (await product.database.db.selectFrom('attachment').select('id').execute()).length
    const before = await count()
    expect(await upload(name, content)).toMatchObject({ code: 42009, msg: expect.stringMatching(msg) as unknown })
    expect(await count()).toBe(before)
  })
})

describe('a download', () => {
  it('goes on where it broke off, as long as the file is the same', async () => {
    const { data: { id } } = await upload('a.pdf', pdf)
    const whole = await download({ id })
    expect([whole.status, whole.headers['accept-ranges'], whole.bytes.equals(pdf)]).toEqual([200, 'bytes', true])
    const rest = await download({ id }, { range: 'bytes=1000-', 'if-range': String(whole.headers['etag']) })
    expect([rest.status, rest.headers['content-range'], rest.headers['content-length'], rest.bytes.equals(pdf.subarray(1000))]).toEqual([
      206,
      `bytes 1000-${pdf.length - 1}/${pdf.length}`,
      String(pdf.length - 1000),
      true,
    ])
    expect((await download({ id }, { range: 'bytes=1000-', 'if-range': '"another"' })).status).toBe(200)
    expect(await download({ id }, { range: `bytes=${pdf.length}-` })).toMatchObject({ status: 416,
      headers: { 'content-range': `bytes */${pdf.length}` } })
  })

  it('by name and path is of one file, and of one that the person may see', async () => {
    const { data: { id, path, name } } = await upload('own.pdf', pdf)
    expect((await download({ path, name: 'own.pdf' })).status).toBe(200)
    expect((await download({ path, name })).status).toBe(200)
    expect((await download({ path, name: 'other.pdf' })).status).toBe(404)
    expect((await download({ path, name }, {}, 'head')).status).toBe(404)
    await on.file('plain', { attachmentList: [id] })
    expect((await download({ path, name }, {}, 'head')).status).toBe(200)
  })

  it('can be seen beside a document where a browser shows its kind; of a file out of sight nothing is told', async () => {
    const [{ data: shown }, { data: text }] = [await upload('shown.pdf', pdf), await upload('plain.txt', Buffer.from('text'))]
    const exists = (id: string, who = 'wang') => product.as(who).get(`/public/files/conversion/isExists/${id}`)
    expect([(await exists(shown.id)).data, (await exists(text.id)).data]).toEqual([true, false])
    expect((await exists(shown.id, 'head')).status).toBe(404)
  })
})

describe('a file that is not as it was uploaded', () => {
  const place = (path: string) => join(product.composition.host.env.dataDirectory, 'attachments', path)

  it.each<[string, (file: string) => void, string, [string, string]]>([
    ['missing', (file: string) => rmSync(file), 'The file is no longer stored', ['is missing', 'is missing']],
    ['cut', (file: string) => truncateSync(file, 100), 'The file is damaged', ['has 100 bytes instead of', 'has 100 bytes instead of']],
    ['of other bytes', (file: string) => writeFileSync(file, Buffer.alloc(pdf.length, 120)), 'The file is damaged', ['',
      'has other content than was uploaded']],
  ])('is never downloaded as if it were, and named by the check: %s', async (...[, harm, msg, [byLength, byContents]]) => {
    const { data: { id } } = await upload('a.pdf', pdf)
    const row = await product.database.db.selectFrom('attachment').select('path').where('id', '=', id).executeTakeFirstOrThrow()
    harm(place(row.path))
    const { status, bytes } = await download({ id }, { 'accept-language': 'en_US' })
    expect([status, bytes.toString()]).toEqual([404, expect.stringContaining(msg)])
    const found = async (contents: boolean) =>
      (await checkFiles(product.database.db, product.composition.storage, { contents })).mismatches.find((line) => line.includes(id)) ?? ''
    expect(await found(false)).toContain(byLength)
    expect(await found(true)).toContain(byContents)
  })
})
