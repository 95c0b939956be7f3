import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { TestProduct } from '#server/documents/testing.ts'
import { approvalProduct } from '#server/documents/testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())

const pdf = (text: string) => Buffer.from(`%PDF-1.4\n${text}\n%%EOF`)
const upload = (who: string, name: string, text = name) => product.as(who).upload(name, pdf(text))

async function zip(who: string, ids: readonly string[], businessNo = 'BX1') {
  const answer = await product.app.inject({
    method: 'POST',
    url: `/oaserver/attachment/downloadZip/${businessNo}`,
    payload: JSON.stringify(ids),
    headers: { authorization: await product.as(who).bearer(), 'content-type': 'application/json', 'accept-language': 'en_US' },
  })
  return { status: answer.statusCode, name: answer.headers['content-disposition'], size: Number(answer.headers['content-length']),
    bytes: answer.rawPayload, json: () => answer.json<{ code: number; msg: string }>() }
}

/** The files of an archive: name and content. */
async function unzipped(bytes: Buffer): Promise<Record<string, string>> {
  const archive = await fromBufferPromise(bytes)
  const found: Record<string, string> = {}
  for await (const entry of archive.eachEntry())
    found[entry.fileName] = (await buffer(await archive.openReadStreamPromise(entry))).toString()
  return found
}

describe('an archive', () => {
  it('holds the files of a document for whoever may read it, under their names, equal ones numbered', async () => {
    const files = [await upload('wang', '报价.pdf', 'one'), await upload('wang', '报价.pdf', 'two'),
      await upload('wang', '报价(1).pdf', 'three')]
    await on.file('plain', { attachmentList: files })
    const { status, name, size, bytes } = await zip('head', files)
    expect([status, name, size]).toEqual([200, "attachment; filename*=UTF-8''BX1.zip", bytes.length])
    expect(await unzipped(bytes)).toEqual({ '报价.pdf': pdf('one').toString(), '报价(1).pdf': pdf('two').toString(),
      '报价(1)(1).pdf': pdf('three').toString() })
  })

  it('is refused altogether where one file is out of sight, or none is named', async () => {
    const [own, others] = [await upload('wang', 'a.pdf'), await upload('anna', 'b.pdf')]
    expect(await zip('wang', [own, others])).toMatchObject({ status: 404 })
    expect((await zip('wang', [])).json()).toMatchObject({ code: 42009, msg: 'Select Attachment First' })
  })

  it('holds a gibibyte at most', async () => {
    const file = await upload('wang', 'large.pdf')
    const copies = Array.from({ length: 6 }, (_, index) => `large${index}`)
    for (const id of copies) {
      const row = await product.database.db.selectFrom('attachment').selectAll().where('id', '=', file).executeTakeFirstOrThrow()
      await product.database.db.insertInto('attachment').values({ ...row, id, path: `none/${id}.pdf`, size: '200000000' }).execute()
    }
    expect((await zip('wang', copies)).json()).toMatchObject({ code: 42009,
      msg: 'The selected files total 1.12G; one download can hold 1.00G' })
  })
})

describe('the files of a document', () => {
  it('are listed for whoever may read it, and for nobody else', async () => {
    const files = [await upload('wang', '1.pdf'), await upload('wang', '2.pdf'), await upload('wang', '3.pdf')]
    const businessId = await on.file('plain', { attachmentList: files })
    const page = (who: string) =>
      product.as(who).post<{ total: number; records: { realName: string }[] }>('/oaserver/attachment/page', { businessId, current: 2,
        size: 2 })
    expect((await page('head')).data).toMatchObject({ total: 3, pages: 2, records: [{ realName: '3.pdf' }] })
    expect((await page('stranger')).data).toMatchObject({ total: 0, records: [] })
    const list = (type: string) =>
      product.as('head').get<object[]>(`/oaserver/attachment/list/businessIdAndType?businessId=${businessId}&businessType=${type}`)
    expect([(await list('plain')).data.length, (await list('group')).data.length]).toEqual([3, 0])
  })
})

describe('several files are removed', () => {
  const remove = (who: string, ids: readonly string[]) => product.as(who).delete(`/oaserver/attachment/deleteByIds?ids=${ids.join(',')}`)
  const left = async (ids: readonly string[]) =>
    (await product.database.db.selectFrom('attachment').select('id').where('id', 'in', [...ids]).execute()).length

  it('when all of them are the person’s own and free', async () => {
    const files = [await upload('wang', '1.pdf'), await upload('wang', '2.pdf')]
    expect(await remove('wang', files)).toMatchObject({ code: 200, data: true })
    expect(await left(files)).toBe(0)
  })

  it('all or none: not with one that is filed, or of somebody else', async () => {
    const [free, filed] = [await upload('wang', '1.pdf'), await upload('wang', '2.pdf')]
    await on.file('plain', { attachmentList: [filed] })
    expect(await remove('wang', [free, filed])).toMatchObject({ code: 42009, msg: '该附件不允许删除' })
    const own = await upload('head', '3.pdf')
    expect(await remove('head', [own, filed])).toMatchObject({ code: 42009, msg: '所选文件包含他人上传的文件，不能批量删除' })
    expect(await remove('head', [own, free])).toMatchObject({ code: 404 })
    expect(await left([free, filed, own])).toBe(3)
  })
})
