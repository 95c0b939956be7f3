import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineFields, text } from '#kernel/fields.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import type { TestCaller, TestProduct } from '#server/documents/testing.ts'
import { sendFile } from '#server/imports/testing.ts'
import { workbookOf } from '#server/workbooks/testing.ts'
import { calendarReminder } from './workdays/next-calendar.ts'
import { type FieldRefusals, type ListRecord, listsProduct } from './testing-lists.ts'

let product: TestProduct
let admin: TestCaller
beforeAll(async () => {
  product = await listsProduct()
  admin = product.as('admin')
})
afterAll(() => product?.close())

const fieldsOf = ({ data }: { data: unknown }) => (data as FieldRefusals | null)?.fields.map(({ name }) => name)

describe('holidays', () => {
  it('are there by law, are kept by administrators, and count at once', async () => {
    const { host } = product.composition
    const kindOf = async (day: string) => (await host.calendar(host.db)).get(day)
    expect(await kindOf('2026-10-01')).toBe('holiday')
    expect(await kindOf('2026-11-23')).toBeUndefined()
    const { data } = await admin.post<ListRecord>('/system/holiday', { day: '2026-11-23', kind: 'HOLIDAY', remark: '厂庆' })
    expect(await kindOf('2026-11-23')).toBe('holiday')
    expect(fieldsOf(await admin.post('/system/holiday', { day: '2026-11-23', kind: 'WORKDAY' }))).toEqual(['day'])
    expect((await admin.delete(`/system/holiday/${data.id}`)).code).toBe(200)
    expect(await kindOf('2026-11-23')).toBeUndefined()
    expect((await admin.post('/system/holiday', { day: '2026-11-23', kind: 'WORKDAY' })).code).toBe(200)
    expect((await product.as('wang').get('/system/holiday/list')).code).toBe(403)
  })

  it('of a year that has none are asked for at home from the set day on, and in one message', async () => {
    const { host } = product.composition
    const { db } = product.database
    const open = async () =>
      (await admin.get<readonly { id: string; count: number }[]>('/system/actionItems')).data
        .find(({ id }) => id === 'missingCalendars')?.count
    const from = (day: string) =>
      db.updateTable('sys_dict_data').set({ label: day }).where('type', '=', 'calendarRule').where('value', '=', 'nextYearFrom').execute()
    const remind = (day: string) => calendarReminder.run({ host, db, at: new Date(`${day}T09:00:00+08:00`) } as never)
    const notified = () => db.selectFrom('message').select(['recipient', 'once']).where('kind', '=', 'calendarMissing').execute()
    await from('11-21')
    expect(await open()).toBe(0)
    await remind('2026-11-20')
    expect(await notified()).toEqual([])
    await from('11-20')
    expect(await open()).toBe(1)
    await remind('2026-11-20')
    await remind('2026-11-21')
    expect(await notified()).toEqual([{ recipient: 'admin', once: '2027' }])
    await admin.post('/system/holiday', { day: '2027-01-01', kind: 'HOLIDAY' })
    expect(await open()).toBe(0)
    await remind('2028-03-01')
    expect((await notified()).map(({ once }) => once)).toEqual(['2027', '2028'])
    expect((await product.as('wang').get<readonly object[]>('/system/actionItems')).data).toEqual([])
  })
})

describe('the kinds of files that may be uploaded', () => {
  const upload = async (name: string, content: string | Buffer) => {
    const boundary = 'edge-of-the-part'
    const head =
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
    const headers = { authorization: await product.as('wang').bearer(), 'content-type': `multipart/form-data; boundary=${boundary}` }
    const answer = await product.app.inject({ method: 'POST', url: '/oaserver/attachment/upload', headers,
      payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]) })
    return answer.json<{ code: number; msg: string }>()
  }
  const kinds = async () => (await admin.get<ListRecord[]>('/system/fileWhitelist/list')).data

  it('are 35, and a change acts on the next upload', async () => {
    expect(await kinds()).toHaveLength(35)
    expect(await upload('a.psd', 'x')).toMatchObject({ code: 42009,
      msg: expect.stringMatching(/^不支持的文件类型！a\.psd不在可以上传的类型中：.*pdf/) as unknown })
    expect((await admin.post('/system/fileWhitelist', { value: '*.PSD', maxSize: 1 })).code).toBe(200)
    expect((await upload('a.psd', 'x')).code).toBe(200)
    expect(await upload('b.psd', Buffer.alloc(1_024_000, 'x'))).toMatchObject({ code: 42009, msg: '文件大小不能超过1M' })
    const psd = (await kinds()).find(({ value }) => value === '*.PSD')!
    expect((await admin.put(`/system/fileWhitelist/enable/${psd.id}?enable=false`, {})).code).toBe(200)
    expect((await upload('a.psd', 'x')).code).toBe(42009)
    expect((await admin.delete(`/system/fileWhitelist/${psd.id}`)).code).toBe(200)
    expect((await product.as('wang').get<object[]>('/oaserver/fileWhitelist/list')).data).toHaveLength(35)
  })

  it('are told by what is in them too', async () => {
    expect(await upload('a.png', '<script>')).toMatchObject({ code: 42009, msg: '文件内容与扩展名 png 不符' })
    expect((await upload('a.pdf', '%PDF-1.7')).code).toBe(200)
  })

  it('are each listed once', async () => {
    expect(fieldsOf(await admin.post('/system/fileWhitelist', { value: 'PDF' }))).toEqual(['value'])
    expect(fieldsOf(await admin.post('/system/fileWhitelist', { value: '../pdf' }))).toEqual(['value'])
  })
})

describe('places', () => {
  it('are countries, and China from the provinces to the districts of large cities', async () => {
    const wang = product.as('wang')
    interface AreaNode {
      readonly areaCode: string
      readonly name: string
      readonly sub: readonly AreaNode[]
    }
    const { data: tree } = await wang.get<AreaNode[]>('/public/area/json')
    expect(tree).toHaveLength(34)
    const guangdong = tree.find(({ areaCode }) => areaCode === '440000')
    expect(guangdong?.sub.find(({ name }) => name === '深圳市')?.sub.map(({ name }) => name)).toContain('南山区')
    expect(tree.flatMap(({ sub }) => sub).length).toBeGreaterThan(330)
    expect((await wang.get<object[]>('/public/area/countries')).data).toHaveLength(60)
    expect((await wang.get<object[]>('/public/regions/list')).data).toContainEqual({ areaCode: '320500', name: '苏州市',
      pinyin: 'suzhoushi szs' })
  })

  it('are chosen level by level, and named by their codes', async () => {
    const wang = product.as('wang')
    const below = async (parent: string | null) =>
      (await wang.post<{ records: { id: string; name: string; leaf: boolean }[] }>('/system/reference/cascader/page', { size: 200,
        context: { parent } })).data.records
    const top = await below(null)
    // the provinces first, then the other countries
    expect(top.slice(0, 34).every(({ id }) => /^\d{6}$/.test(id))).toBe(true)
    expect(top.slice(34).every(({ id, leaf }) => /^[A-Z]{2}$/.test(id) && leaf)).toBe(true)
    expect(await below('440000')).toContainEqual(expect.objectContaining({ id: '440300', name: '深圳市/Shenzhen', leaf: false }))
    expect((await below('440300')).every(({ leaf }) => leaf)).toBe(true)
    expect((await wang.post('/system/reference/cascader/find', { ids: ['440305'] })).data).toMatchObject([{ name: '南山区/Nanshan' }])
  })
})

describe('areas at risk', () => {
  const risks = async () => (await product.as('wang').get<{ highlist: object[]; middlelist: object[] }>('/public/area/riskLevel')).data

  it('are said as a path or as codes, and are told from their first day to their last', async () => {
    const { data } = await admin.post<ListRecord>('/system/risk', { level: 'HIGH', area: ['440000', '440300'], since: '2026-11-01' })
    expect(data).toMatchObject({ provinceAraeCode: '440000', cityAreaCode: '440300', countyAreaCode: null })
    expect(await risks()).toEqual({
      highlist: [{ provinceAraeCode: '440000', cityAreaCode: '440300', countyAreaCode: null, since: '2026-11-01', until: null }],
      middlelist: [],
    })
    expect(
      (await admin.put<ListRecord>('/system/risk', { id: data.id, version: 0, area: ['440000'], provinceAraeCode: null, cityAreaCode: null,
        countyAreaCode: null })).data,
    )
      .toMatchObject({ area: ['440000'], cityAreaCode: null })
    expect((await admin.put<ListRecord>('/system/risk', { id: data.id, version: 1, cityAreaCode: '440100' })).data).toMatchObject({
      area: ['440000', '440100'],
    })
    await admin.put('/system/risk', { id: data.id, version: 2, until: '2026-11-19' })
    expect(await risks()).toEqual({ highlist: [], middlelist: [] })
  })

  it.each([
    ['no place', { area: [] }, 'area'],
    ['another city’s district', { area: ['440000', '440100', '440305'] }, 'area'],
    ['a city alone', { area: ['440300'] }, 'area'],
    ['an end before its beginning', { area: ['310000'], until: '2026-10-01' }, 'until'],
  ])('with %s are refused at the field', async (_, value, field) => {
    expect(fieldsOf(await admin.post('/system/risk', { level: 'MIDDLE', since: '2026-11-01', ...value }))).toEqual([field])
  })

  it('are imported by their codes', async () => {
    const bytes = await workbookOf((sheet) =>
      sheet.addRows([['级别*', '省编码*', '市编码', '区编码', '起始日*'], ['中风险', '320000', '320500', '', '2026-11-10'], ['高风险',
        '320000', '999999', '', '2026-11-10']])
    )
    const reply = await sendFile(product.app, { path: '/system/risk', who: (await admin.bearer()).replace('Bearer ', ''), bytes })
    expect(reply).toMatchObject({ data: { success: 1, failed: 1 } })
    expect((await risks()).middlelist).toMatchObject([{ cityAreaCode: '320500' }])
    const again = await workbookOf((sheet) =>
      sheet.addRows([['级别*', '省编码*', '市编码', '区编码', '起始日*'], ['高风险', '320000', '320500', '', '2026-11-10']])
    )
    expect((await sendFile(product.app, { path: '/system/risk', who: (await admin.bearer()).replace('Bearer ', ''), bytes: again })).data)
      .toMatchObject({ success: 1, failed: 0 })
    expect(await risks()).toMatchObject({ highlist: [{ cityAreaCode: '320500' }], middlelist: [] })
  })
})

it('factories are told to everyone, those in use', async () => {
  const { data } = await admin.post<ListRecord>('/system/factory', { code: '1000', nameCn: '东莞工厂', nameEn: 'Dongguan plant',
    enable: true })
  const listed = async () => (await product.as('wang').get('/public/factory/factorys')).data
  expect(await listed()).toEqual([{ code: '1000', name: '东莞工厂', nameEn: 'Dongguan plant', enterpriseId: null }])
  await admin.put(`/system/factory/enable/${data.id}?enable=false`, {})
  expect(await listed()).toEqual([])
})

it('a process is opened where administrators say, at once', async () => {
  const visit = defineForm({
    key: 'visitNote',
    cn: '来访登记',
    en: 'Visit',
    path: '/visit-note',
    prefix: 'LF',
    group: 'it',
    icon: 'file',
    fields: defineFields({ title: text({ cn: '标题', en: 'Title', max: 50 }) }),
    flow: defineFlow([approve('only', { rule: 'fixed', people: ['wang'] }, { cn: '审批', en: 'Approval' })]),
  })
  const visits = await listsProduct([definePlugin({ id: 'visits', forms: [visit] })])
  const [boss, wang] = [visits.as('admin'), visits.as('wang')]
  const listed = async () => (await wang.get('/workflow/process/list/terminal')).data
  const onWeb = async () => (await boss.get<{ key: string }[]>('/workflow/process/list?terminal=web')).data.map(({ key }) => key)
  expect(await listed()).toEqual([{ businessType: 'visitNote', terminal: ['web', 'mini'] }])
  expect((await boss.put('/system/terminal', { businessType: 'visitNote', terminal: ['mini'], version: 0 })).code).toBe(200)
  expect(await listed()).toEqual([{ businessType: 'visitNote', terminal: ['mini'] }])
  expect(await onWeb()).toEqual([])
  expect((await boss.put('/system/terminal', { businessType: 'visitNote', terminal: ['web'], version: 0 })).code).toBe(42007)
  expect((await boss.put('/system/terminal', { businessType: 'visitNote', terminal: ['web', 'mini'], version: 1 })).code).toBe(200)
  expect(await onWeb()).toEqual(['visitNote'])
  expect((await boss.get('/system/terminal/list')).data).toMatchObject([{ businessType: 'visitNote', declared: ['web', 'mini'],
    terminal: ['web', 'mini'], version: 2 }])
  expect((await boss.put('/system/terminal', { businessType: 'visitNote', terminal: [], version: 2 })).code).toBe(42009)
  expect((await boss.put('/system/terminal', { businessType: 'nothing', terminal: ['web'], version: 0 })).code).toBe(404)
  expect((await wang.put('/system/terminal', { businessType: 'visitNote', terminal: ['web'], version: 2 })).code).toBe(403)
  await visits.close()
})
