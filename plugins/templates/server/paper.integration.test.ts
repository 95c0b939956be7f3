import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deflateSync, crc32 } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import type { TestProduct } from '#server/documents/testing.ts'
import { textOf } from '#server/prints/testing.ts'
import { claim, claims, paperRow, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { acceptanceOf, acceptanceSay, asset, checkers } from '#plugins/assets/types/testing.ts'
import { assetsAcceptance } from '#plugins/assets/types/assetsAcceptance/index.ts'
import { filing } from '#plugins/forms/server/contract-filing.ts'
import { partOf } from './testing.ts'

let product: TestProduct
let on: ReturnType<typeof claims>
beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
})
afterAll(() => product?.close())

const type = 'expenseReimbursement'

async function fetchPaper(who: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const { statusCode, rawPayload, headers } = await product.app.inject({ method, url,
    headers: { authorization: await product.as(who).bearer(), 'accept-language': 'zh_CN' }, ...(payload && { payload }) })
  return { status: statusCode, bytes: rawPayload, type: headers['content-type'] }
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

/** A red square as a PNG. */
function picture(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, Buffer.from([0xcc, 0, 0]))])
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => line)))), chunk('IEND', Buffer.alloc(0))])
}

async function sendSeal(who: string, company: string, bytes: Buffer) {
  const edge = 'edge-of-the-part'
  const payload = Buffer.concat([
    Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="file"; filename="seal.png"\r\ncontent-type: image/png\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ])
  const { app } = product
  return (await app.inject({ method: 'POST', url: `/system/seal/${company}`, payload,
    headers: { authorization: await product.as(who).bearer(), 'content-type': `multipart/form-data; boundary=${edge}` } })).json<
    { code: number }
  >().code
}

describe('several documents', () => {
  it('are one PDF, each on pages of its own, or a zip of a PDF of each', async () => {
    const ids = [await on.file('quality', claim([row('10.00')])), await on.file('quality', claim([row('20.00')]))]
    const numbers = await Promise.all(ids.map(async (id) => (await on.detailOf(product.as('quality'), id)).businessNo))
    const merged = await fetchPaper('quality', 'POST', '/oaserver/prints/merged', { documents: [...ids, ids[0]] })
    expect([merged.status, merged.type, pagesOf(merged.bytes)]).toEqual([200, 'application/pdf', 2])
    expect(textOf(merged.bytes)).toMatch(new RegExp(`${numbers[0]}.*${numbers[0]}.*第 1 页.*${numbers[1]}.*${numbers[1]}.*第 1 页`))
    const archive = await fetchPaper('quality', 'POST', '/oaserver/prints/archive', { documents: ids })
    const names: string[] = []
    for await (const { fileName } of (await fromBufferPromise(archive.bytes)).eachEntry()) names.push(fileName)
    expect(names).toEqual(numbers.map((number) => `费用报销_${number}.pdf`))
  })

  it('tell whoever prints them how far they are, and nobody else', async () => {
    const documents = [await on.file('quality', claim([row('10.00')])), await on.file('quality', claim([row('20.00')]))]
    for (const way of ['merged', 'archive']) {
      expect((await fetchPaper('quality', 'POST', `/oaserver/prints/${way}`, { documents, run: `run-${way}` })).status).toBe(200)
      expect((await product.as('quality').get(`/oaserver/prints/progress/run-${way}`)).data).toEqual({ done: 2, total: 2 })
      expect((await product.as('employee').get(`/oaserver/prints/progress/run-${way}`)).code).toBe(404)
    }
  })

  it('are refused as a whole where one is not the reader’s, or they are too many', async () => {
    const [own, other] = [await on.file('quality', claim([row('10.00')])), 'nothing']
    for (const way of ['merged', 'archive']) {
      expect((await fetchPaper('quality', 'POST', `/oaserver/prints/${way}`, { documents: [own, other] })).status).toBe(403)
      expect((await fetchPaper('librarian', 'POST', `/oaserver/prints/${way}`, { documents: [own] })).status).toBe(403)
      expect(
        (await fetchPaper('quality', 'POST', `/oaserver/prints/${way}`, {
          documents: Array.from({ length: 51 }, (_, index) => `d${index}`),
        }))
          .status,
      ).toBe(422)
    }
  })
})

describe('what belongs to a document on paper', () => {
  it('is a sheet for receipts that counts invoices and files and says the total in capitals', async () => {
    const id = await on.file('quality', claim([paperRow('199.99'), paperRow('0.01'), row('100.00')]))
    const { status, bytes } = await fetchPaper('quality', 'GET', `/oaserver/${type}/${id}/cover`)
    expect(status).toBe(200)
    expect(textOf(bytes)).toMatch(/票据粘贴单.*发票2 张.*附件\d+ 张.*￥300\.00.*叁佰元整.*票据粘贴处/)
    expect(await on.budget(id)).toMatchObject({ occupied: '300.00' })
    expect((await fetchPaper('quality', 'GET', `/oaserver/${type}/${id}/labels`)).status).toBe(404)
    expect((await fetchPaper('librarian', 'GET', `/oaserver/${type}/${id}/cover`)).status).toBe(403)
  })

  it('is a label for each asset once it has its number', async () => {
    const acceptances = filing(product, assetsAcceptance, { nodeList: checkers })
    const id = await acceptances.file('quality',
      await acceptanceOf(acceptances, { items: [asset(), asset({ rowId: 'i2', assetName: '测高仪' })] }))
    expect((await fetchPaper('quality', 'GET', `/oaserver/assetsAcceptance/${id}/labels`)).status).toBe(404)
    await acceptances.passThrough(id, acceptanceSay)
    expect(textOf((await fetchPaper('quality', 'GET', `/oaserver/assetsAcceptance/${id}/labels`)).bytes)).toMatch(
      /影像测量仪5000-2026-0001.*测高仪5000-2026-0002/,
    )
    expect((await fetchPaper('quality', 'GET', `/oaserver/assetsAcceptance/${id}/cover`)).status).toBe(404)
    const word = await fetchPaper('quality', 'GET', `/oaserver/assetsAcceptance/downloadWord?procInstId=${id}`)
    expect(await partOf(word.bytes)).toContain('5000-2026-0002')
  })

  it('are its photos, of which one that nobody can draw costs no print', async () => {
    const acceptances = filing(product, assetsAcceptance, { nodeList: checkers })
    const uploaded = (name: string, bytes: Buffer) => product.as('quality').upload(name, bytes)
    const imagesOf = async (photos: readonly string[]) => {
      const id = await acceptances.file('quality',
        await acceptanceOf(acceptances, { photos, items: [asset({ serialNo: `S-${photos[0]}` })] }))
      const { status, bytes } = await fetchPaper('quality', 'GET', `/oaserver/assetsAcceptance/${id}/print`)
      expect([status, textOf(bytes)]).toEqual([200, expect.stringMatching(/使用部门.*验收人.*资产管理员.*财务/)])
      return bytes.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
    }
    // at most four images; the others are listed by name
    const five = await Promise.all([1, 2, 3, 4, 5].map((side) => uploaded(`铭牌${side}.png`, picture(side))))
    expect(await imagesOf(five)).toBe(4)
    expect(await imagesOf([await uploaded('坏图.png', picture(8).subarray(0, 40))])).toBe(0)
  })

  it('is the seal of its company, on what is completed and nowhere else', async () => {
    expect(await sendSeal('quality', 'SZ', picture(40))).toBe(403)
    expect(await sendSeal('admin', 'SZ', Buffer.from('<svg/>'))).toBe(42009)
    expect(await sendSeal('admin', 'SZ', picture(2_001))).toBe(42009)
    expect(await sendSeal('admin', 'nowhere', picture(40))).toBe(404)
    expect(await sendSeal('admin', 'SZ', picture(40))).toBe(200)
    const id = await on.file('quality', claim([row('12.00')]))
    const pictures = async () =>
      (await fetchPaper('quality', 'GET', `/oaserver/${type}/${id}/print`)).bytes.toString('latin1').match(/\/Subtype \/Image/g)?.length ??
        0
    expect(await pictures()).toBe(0)
    await on.passThrough(id, { until: 'cashier' })
    await on.pass(await on.at(id, 'cashier'), { comment: '已付', business: { payDate: '2026-11-20' } })
    expect((await on.detailOf(product.as('quality'), id)).state).toBe(4)
    expect(await pictures()).toBe(1)
    expect((await fetchPaper('admin', 'DELETE', '/system/seal/SZ')).status).toBe(200)
    expect(await pictures()).toBe(0)
  })
})
