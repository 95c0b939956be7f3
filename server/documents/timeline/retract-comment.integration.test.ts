import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '../testing.ts'
import { approvalProduct, type ActionAnswer, said } from '../testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())

const start = new Date('2026-11-20T10:00:00+08:00')
const after = (minutes: number) => {
  product.clock.now = () => new Date(start.getTime() + minutes * 60_000)
}
afterEach(async () => {
  after(0)
  await product.audit()
})

const pdf = Buffer.from('%PDF-1.4\n%%EOF')
const say = (id: string, by: string, body: object = {}) =>
  product.as(by).post('/workflow/wf/processInstance/comment/add', { procInstId: id, comment: '补充说明', ...body })
const takeBack = (id: string, by: string, recordId: string, language: 'zh_CN' | 'en_US' = 'zh_CN') =>
  product.as(by, language).post<ActionAnswer>('/workflow/wf/processInstance/comment/delete', { procInstId: id, recordId })
const lastRecord = async (id: string) => {
  const { seq } = await product.database.db.selectFrom('document_event').select('seq').where('document', '=', id).orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  return `${id}-${seq}`
}
const readable = async (file: string, by: string) =>
  (await product.app.inject({ url: `/oaserver/attachment/download?id=${file}`, headers: { authorization: await product.as(by).bearer() } }))
    .statusCode

describe('a comment', () => {
  it('is taken back by its author; the history keeps it and says so, and its files are nobody else’s any more', async () => {
    const id = await on.file('plain')
    const file = await product.as('head').upload('x.pdf', pdf)
    await say(id, 'head', { attachmentId: file })
    expect(await readable(file, 'wang')).toBe(200)
    after(10)
    expect(await takeBack(id, 'head', await lastRecord(id))).toMatchObject({ code: 200, data: { state: 1 } })
    expect((await on.events(id)).slice(-2)).toEqual(['commented', 'commentRemoved'])
    expect(await readable(file, 'wang')).toBe(404)
  })

  it('is taken back once, within ten minutes', async () => {
    const id = await on.file('plain')
    await say(id, 'head')
    const record = await lastRecord(id)
    after(11)
    expect(said(await takeBack(id, 'head', record))).toEqual([42009, '只能在10分钟内撤回自己的内容'])
    expect(said(await takeBack(id, 'head', record, 'en_US'))).toEqual([42009, 'You can delete your own comments within 10 minutes'])
    after(5)
    await takeBack(id, 'head', record)
    expect(said(await takeBack(id, 'head', record))).toEqual([42007, '单据状态已变化，请刷新'])
  })

  it('is nobody else’s to take back', async () => {
    const id = await on.file('plain')
    await say(id, 'head')
    const record = await lastRecord(id)
    expect(said(await takeBack(id, 'wang', record))).toEqual([403, '当前操作没有权限'])
    expect((await takeBack(id, 'stranger', record)).code).toBe(404)
    expect((await takeBack(id, 'head', `${id}-1`)).code).toBe(404)
    expect((await takeBack(id, 'head', `${id}-99`)).code).toBe(404)
  })
})

describe('files of the timeline', () => {
  const add = (id: string, by: string, attachmentId: string) =>
    product.as(by).post<ActionAnswer>('/workflow/wf/processInstance/attachment/add', { procInstId: id, attachmentId })
  const remove = (id: string, by: string, file: string, record: string) =>
    product.as(by).get<boolean>(`/oaserver/delAttachment?attachmentId=${file}&id=${record}&procInstId=${id}`)
  const isRemovable = async (id: string, by: string, file: string) =>
    (await product.as(by).get<boolean>(`/oaserver/isDelFile?id=${file}&procInstId=${id}`)).data

  /** The timeline's entries about files. */
  const fileLines = async (id: string, by: string) => {
    const { data } = await product.as(by).get<
      { processRecord: { operateType: string; oaAttachmentList: object[]; removableList: string[] }[] }
    >(
      `/oaserver/plain/detail?procInstId=${id}`,
    )
    return data.processRecord.filter(({ operateType }) => /attachment/i.test(operateType))
  }
  /** Their files, and those that the reader may remove. */
  const filesShown = async (id: string, by: string) =>
    (await fileLines(id, by)).map((record) => [record.operateType, record.oaAttachmentList, record.removableList])

  it('are added by participants in any state, and read by whoever reads the document', async () => {
    const id = await on.file('plain')
    await on.pass(id, 'head', 'chief', 'anna')
    const files = [await product.as('head').upload('a.pdf', pdf), await product.as('head').upload('b.pdf', pdf)]
    expect(await add(id, 'head', files.join(','))).toMatchObject({ code: 200, data: { state: 4 } })
    expect(await readable(files[1]!, 'wang')).toBe(200)
    expect(await on.events(id)).toContain('attachmentAdded')
  })

  it('are the caller’s own, and some', async () => {
    const id = await on.file('plain')
    const foreign = await product.as('stranger').upload('c.pdf', pdf)
    expect(said(await add(id, 'head', foreign))).toEqual([42009, '附件不存在', 'attachmentId'])
    expect(said(await add(id, 'head', ' , '))).toEqual([42009, '请先选择附件', 'attachmentId'])
    expect(said(await add(id, 'voider', await product.as('voider').upload('d.pdf', pdf)))).toEqual([403, '当前操作没有权限'])
    expect((await add(id, 'stranger', foreign)).code).toBe(404)
  })

  it('are taken out by their uploader, within ten minutes, from the record that holds them', async () => {
    const id = await on.file('plain')
    const file = await product.as('head').upload('e.pdf', pdf)
    await add(id, 'head', file)
    const record = await lastRecord(id)
    expect([await isRemovable(id, 'head', file), await isRemovable(id, 'wang', file)]).toEqual([true, false])
    const shown = { id: file, realName: 'e.pdf', fileType: 'pdf', size: pdf.length, businessId: id, createBy: 'head',
      createName: 'head中/head', removed: false }
    expect([await filesShown(id, 'head'), await filesShown(id, 'wang')]).toEqual([[['attachment', [expect.objectContaining(shown)], [
      file,
    ]]], [['attachment', [
      expect.objectContaining(shown),
    ], []]]])
    expect(await remove(id, 'wang', file, record)).toMatchObject({ code: 42009, msg: '该附件不允许删除' })
    expect(await remove(id, 'head', file, `${id}-1`)).toMatchObject({ code: 42009 })
    expect(await remove(id, 'head', file, record)).toMatchObject({ code: 200, result: true })
    expect((await on.events(id)).slice(-1)).toEqual(['attachmentRemoved'])
    const gone = { id: file, realName: 'e.pdf', fileType: 'pdf', size: pdf.length, removed: true }
    expect(await filesShown(id, 'wang')).toEqual([['attachment', [gone], []], ['delAttachment', [gone], []]])
    expect([await isRemovable(id, 'head', file), await readable(file, 'wang'), await readable(file, 'head')]).toEqual([false, 404, 200])
    expect(await remove(id, 'head', file, record)).toMatchObject({ code: 42009, msg: '该附件不允许删除' })
  })

  it('stay after ten minutes, and where the form or a decision holds them', async () => {
    const inForm = await product.as('wang').upload('f.pdf', pdf)
    const id = await on.file('plain', { attachmentList: [inForm] })
    await add(id, 'wang', inForm)
    expect(await remove(id, 'wang', inForm, await lastRecord(id))).toMatchObject({ code: 42009 })
    const later = await product.as('wang').upload('g.pdf', pdf)
    await add(id, 'wang', later)
    const record = await lastRecord(id)
    after(11)
    expect(await isRemovable(id, 'wang', later)).toBe(false)
    expect(await remove(id, 'wang', later, record)).toMatchObject({ code: 42009 })
  })

  it('that lie in no document are removed altogether, as before', async () => {
    const file = await product.as('head').upload('h.pdf', pdf)
    expect((await product.as('head').get(`/oaserver/isDelFile?id=${file}`)).data).toBe(true)
    expect((await product.as('wang').get(`/oaserver/isDelFile?id=${file}`)).code).toBe(404)
  })
})
