import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { defineServer } from '#server/plugin.ts'
import { syncRuns } from '#server/sync-log/sync-runs.ts'
import type { GuideChapter, UpdateEntry } from '../texts-wire.ts'
import { seedGuide } from './guide/guide.ts'
import { type FieldRefusals, listsProduct } from './testing-lists.ts'

/** A people directory that fails the first time. */
let calls = 0
const directory = defineServer({
  id: 'directory',
  syncSources: [
    {
      kind: 'PERSONNEL',
      cn: '人员',
      en: 'People',
      isConfigured: () => true,
      async run({ db }, by) {
        calls += 1
        const id = await syncRuns({ db, clock: { now: () => new Date() } }).start('PERSONNEL', by)
        await syncRuns({ db, clock: { now: () => new Date() } }).finish(id, { result: 'SUCCESS', total: 3, success: 3 })
      },
    },
    { kind: 'CARD', cn: '名片', en: 'Cards', isConfigured: () => false, run: async () => undefined },
  ],
})

let product: TestProduct
beforeAll(async () => {
  product = await listsProduct([], [directory])
})
afterAll(() => product?.close())

const fieldsOf = ({ data }: { data: unknown }) => (data as FieldRefusals | null)?.fields.map(({ name }) => name)

describe('the update log', () => {
  const entry = { version: '1.0.0', title: '首个版本', enTitle: 'First release', content: '- 上线', enContent: '- Live' }
  const updatesOf = async (who: string) =>
    (await product.as(who).get<UpdateEntry[]>('/system/updateLog/list')).data.map(({ version }) => version)

  it('tells everybody what is published, and drafts only to its editors', async () => {
    const admin = product.as('admin')
    const { data } = await admin.post<UpdateEntry>('/system/updateLog', entry)
    expect(await updatesOf('wang')).toEqual([])
    expect((await product.as('wang').post<{ total: number }>('/system/updateLog/page', {})).data.total).toBe(0)
    expect((await admin.post<{ total: number }>('/system/updateLog/page', {})).data.total).toBe(1)
    expect((await admin.put<UpdateEntry>(`/system/updateLog/${data.id}/publish`, { published: true, revision: 0 })).data).toMatchObject({
      publishTime: '2026-11-20 10:00:00',
      revision: 1,
    })
    expect(await updatesOf('wang')).toEqual(['1.0.0'])
    expect((await admin.put(`/system/updateLog/${data.id}/publish`, { published: false, revision: 0 })).code).toBe(42007)
  })

  it('has each version once, both languages, and the later of two editors is told', async () => {
    const admin = product.as('admin')
    expect(fieldsOf(await admin.post('/system/updateLog', entry))).toEqual(['version'])
    expect(fieldsOf(await admin.post('/system/updateLog', { ...entry, version: '1.0.1', enContent: ' ' }))).toEqual(['enContent'])
    const { data } = await admin.post<UpdateEntry>('/system/updateLog', { ...entry, version: '1.0.1' })
    expect((await admin.put('/system/updateLog', { ...entry, version: '1.0.2', id: data.id, revision: 0 })).code).toBe(200)
    expect((await admin.put('/system/updateLog', { ...entry, version: '1.0.3', id: data.id, revision: 0 })).code).toBe(42007)
    expect((await admin.delete(`/system/updateLog/${data.id}`)).code).toBe(200)
    expect((await admin.post<{ total: number }>('/system/updateLog/page', { keyword: '1.0.2' })).data.total).toBe(0)
  })

  it('is written by its editors only', async () => {
    const wang = product.as('wang')
    expect((await wang.post('/system/updateLog', entry)).code).toBe(403)
    expect((await wang.delete('/system/updateLog/x')).code).toBe(403)
  })
})

describe('the user guide', () => {
  const chapters = async () => (await product.as('wang').get<GuideChapter[]>('/system/guide/list')).data

  it('ships chapters in both languages, each below one that comes before it', async () => {
    const all = await chapters()
    expect(all.length).toBeGreaterThan(10)
    expect(all.filter(({ content, enContent }) => content.length < 80 || enContent.length < 80)).toEqual([])
    expect(all.filter(({ parent }, index) => parent !== null && !all.slice(0, index).some(({ key }) => key === parent))).toEqual([])
  })

  it('keeps what an editor wrote when the product starts again, until it is restored', async () => {
    const [first] = await chapters()
    const { title, enTitle, enContent } = first!
    const path = `/system/guide/${first!.key}`
    expect((await product.as('wang').put(path, { title, enTitle, content: '改过', enContent, version: 0 })).code).toBe(403)
    expect((await product.as('admin').put(path, { title, enTitle, content: '改过', enContent, version: 0 })).code).toBe(200)
    await seedGuide(product.composition.host.db)
    expect((await chapters())[0]).toMatchObject({ content: '改过', edited: true, version: 1 })
    expect((await product.as('admin').post(`${path}/restore`, { version: 0 })).code).toBe(42007)
    expect((await product.as('admin').post(`${path}/restore`, { version: 1 })).code).toBe(200)
    expect((await chapters())[0]).toMatchObject({ content: first!.content, edited: false })
  })
})

describe('the log of synchronisations', () => {
  interface SyncRunAnswer {
    readonly id: string
    readonly kind: string
    readonly result: string | null
    readonly createName: string | null
  }
  const runs = async (wanted: object = {}) =>
    (await product.as('admin').post<{ records: readonly SyncRunAnswer[] }>('/system/syncLog/page', wanted)).data.records

  it('tells how runs went, and is asked again only where the source is set up', async () => {
    const { db } = product.composition.host
    const failed = await syncRuns({ db, clock: { now: () => new Date() } }).start('PERSONNEL')
    await syncRuns({ db, clock: { now: () => new Date() } }).finish(failed, { result: 'FAILURE', message: 'x'.repeat(600) })
    await syncRuns({ db, clock: { now: () => new Date() } }).finish(failed, { result: 'SUCCESS' })
    const cards = await syncRuns({ db, clock: { now: () => new Date() } }).start('CARD')
    expect(await runs({ result: 'FAILURE' })).toMatchObject([{ id: failed, message: 'x'.repeat(500), createName: null }])
    expect(await runs({ result: 'RUNNING' })).toMatchObject([{ id: cards, endTime: null }])
    const admin = product.as('admin')
    expect((await admin.get<{ sources: readonly { kind: string }[] }>('/system/syncLog/sources')).data.sources.map(({ kind }) => kind))
      .toEqual(['PERSONNEL'])
    expect((await admin.post(`/system/syncLog/${cards}/retry`, {})).code).toBe(42009)
    expect((await admin.post(`/system/syncLog/${failed}/retry`, {})).code).toBe(200)
    expect(calls).toBe(1)
    expect((await runs())[0]).toMatchObject({ kind: 'PERSONNEL', result: 'SUCCESS', createName: '管理员/Admin' })
    expect((await product.as('wang').post('/system/syncLog/page', {})).code).toBe(403)
  })
})

describe('a person’s picture', () => {
  const send = async (who: string, name: string, content: Buffer) => {
    const head =
      `--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
    const headers = { authorization: await product.as(who).bearer(), 'content-type': 'multipart/form-data; boundary=edge' }
    return (await product.app.inject({ method: 'POST', url: '/system/profile/avatar', headers,
      payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--edge--\r\n')]) })).json<
      { code: number; data: { avatar: string } | null }
    >()
  }
  const picture = (content: string) => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(content)])
  const read = async (id: string) =>
    product.app.inject({ url: `/system/avatar/${id}`, headers: { authorization: await product.as('admin').bearer() } })

  it('is what its bytes say, replaces the one before, and is nothing but a picture', async () => {
    expect((await send('wang', 'me.svg', Buffer.from('<svg/>'))).code).toBe(42009)
    expect((await send('wang', 'me.png', Buffer.from('<script>'))).code).toBe(42009)
    const first = (await send('wang', 'me.png', picture('one'))).data!.avatar
    const shown = await read(first)
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(shown.rawPayload).toEqual(picture('one'))
    const second = (await send('wang', 'me.png', picture('two'))).data!.avatar
    expect((await read(first)).statusCode).toBe(404)
    expect((await read(second)).statusCode).toBe(200)
    expect((await product.as('wang').delete('/system/profile/avatar')).code).toBe(200)
    expect((await read(second)).statusCode).toBe(404)
  })

  it('is not a way to somebody’s other files', async () => {
    const head =
      '--edge\r\ncontent-disposition: form-data; name="file"; filename="secret.png"\r\ncontent-type: application/octet-stream\r\n\r\n'
    const headers = { authorization: await product.as('wang').bearer(), 'content-type': 'multipart/form-data; boundary=edge' }
    const { data } =
      (await product.app.inject({ method: 'POST', url: '/oaserver/attachment/upload', headers,
        payload: Buffer.concat([Buffer.from(head), picture('x'), Buffer.from('\r\n--edge--\r\n')]) })).json<{ data: { id: string } }>()
    expect((await read(data.id)).statusCode).toBe(404)
  })
})
