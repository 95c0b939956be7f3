import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineFields, multiselect, select, table, text } from '#kernel/fields.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import type { TestCaller, TestProduct } from '#server/documents/testing.ts'
import { getFile, sendFile } from '#server/imports/testing.ts'
import { readWorkbook } from '#server/workbooks/read.ts'
import { workbookOf } from '#server/workbooks/testing.ts'
import { type FieldRefusals, type ListRecord, listsProduct } from '../testing-lists.ts'

const order = defineForm({
  key: 'teaOrder',
  cn: '茶叶订购',
  en: 'Tea order',
  path: '/tea-order',
  prefix: 'CY',
  group: 'it',
  icon: 'file',
  fields: defineFields({
    title: text({ cn: '标题', en: 'Title', max: 50 }),
    kinds: multiselect({ cn: '茶类', en: 'Kinds', dict: 'teaKind' }),
    rows: table({ cn: '明细', en: 'Rows', columns: { kind: select({ cn: '茶类', en: 'Kind', dict: 'teaKind' }) } }),
  }),
  flow: defineFlow([approve('only', { rule: 'fixed', people: ['wang'] }, { cn: '审批', en: 'Approval' })]),
})
const tea = definePlugin({
  id: 'tea',
  forms: [order],
  dictionaries: [{ key: 'teaKind', cn: '茶类', en: 'Kind of tea',
    items: [{ value: 'green', cn: '绿茶', en: 'Green' }, { value: 'black', cn: '红茶', en: 'Black' }] }],
})

let product: TestProduct
let admin: TestCaller
beforeAll(async () => {
  product = await listsProduct([tea])
  admin = product.as('admin')
})
afterAll(() => product?.close())

const items = async (type = 'teaKind') => ((await admin.get<ListRecord[]>(`/system/dictData/list?type=${type}`)).data)
const item = async (value: string) => (await items()).find((each) => each['value'] === value)!
const choices = async () =>
  (await product.as('wang').get<{ value: string; label: string; disabled: boolean }[]>('/system/sysDict/list?type=teaKind')).data
const added = async (value: string, more: object = {}) =>
  (await admin.post<ListRecord>('/system/dictData', { type: 'teaKind', value, label: `茶${value}`, ...more })).data
const refusedAt = ({ data }: { data: unknown }) => (data as FieldRefusals | null)?.fields.map(({ name, message }) => [name, message])

describe('a choice', () => {
  it('is added at the end, and is offered at once under a new version', async () => {
    const version = async () =>
      (await product.app.inject({ url: '/system/user/currentUser', headers: { authorization: await product.as('wang').bearer() } }))
        .headers['x-dict-version']
    const before = await version()
    expect(await added('white')).toMatchObject({ label: '茶white', localName: '茶white', sort: 2, enable: true, builtIn: false })
    expect((await choices()).map(({ value }) => value)).toEqual(['green', 'black', 'white'])
    expect(await version()).not.toBe(before)
    const elder = async (type: string) =>
      (await product.as('wang').get<{ value: string }[]>(`/oaserver/dict/${type}`)).data.map(({ value }) => value)
    expect(await elder('teaKind')).toEqual(['green', 'black', 'white'])
  })

  it('has a key value of its own in its dictionary, and a dictionary that exists', async () => {
    const tooLong = (field: string) => [[field, '标签不能超过30个字符']]
    expect(refusedAt(await admin.post('/system/dictData', { type: 'teaKind', value: 'long', label: '茶'.repeat(31) }))).toEqual([
      ...tooLong('label'),
    ])
    expect(refusedAt(await admin.post('/system/dictData', { type: 'teaKind', value: 'long', label: '茶', localName: 'x'.repeat(31) })))
      .toEqual(tooLong('localName'))
    const again = await admin.post('/system/dictData', { type: 'teaKind', value: 'green', label: '又一种' })
    expect([again.code, refusedAt(again)]).toEqual([42009, [['value', '该字典中已有此键值']]])
    const nowhere = await admin.post('/system/dictData', { type: 'nowhere', value: 'x', label: 'x' })
    expect(refusedAt(nowhere)).toMatchObject([['type', expect.anything()]])
    expect(refusedAt(await admin.post('/system/dictData', { type: 'business-type', value: 'x', label: 'x' }))).toEqual([['type',
      '业务类型由系统维护，不可新增']])
  })

  it('that is built in keeps its key value and stays, under any label', async () => {
    const green = await item('green')
    expect(refusedAt(await admin.put('/system/dictData', { id: green.id, version: green.version, value: 'verde' }))).toEqual([['value',
      '内置键值不可修改，可修改标签']])
    // labels that predate the length limit are kept until they change
    await sql`update sys_dict_data set local_name = ${'x'.repeat(40)} where id = ${green.id}`.execute(product.database.db)
    const kept = (await items()).find(({ id }) => id === green.id)!
    expect(
      (await admin.put('/system/dictData', { id: green.id, version: kept.version, localName: 'x'.repeat(40), description: '保留' })).code,
    ).toBe(200)
    expect(refusedAt(await admin.put('/system/dictData', { id: green.id, version: kept.version + 1, localName: 'y'.repeat(40) }))).toEqual([
      ['localName', '标签不能超过30个字符'],
    ])
    await sql`update sys_dict_data set local_name = 'Green', description = null, version = ${green.version} where id = ${green.id}`.execute(
      product.database.db,
    )
    expect(await admin.delete(`/system/dictData/${green.id}`)).toMatchObject({ code: 42009, msg: '内置项不可删除，可停用' })
    expect(await admin.put('/system/dictData', { id: green.id, version: green.version, label: '龙井' })).toMatchObject({ code: 200,
      data: { label: '龙井', value: 'green' } })
    expect(await choices()).toMatchObject([{ value: 'green', label: '龙井' }, {}, {}])
    expect(await admin.put('/system/dictData', { id: green.id, version: green.version, label: '碧螺春' })).toMatchObject({ code: 42007 })
  })

  it.each([['in a row', { rows: [{ rowId: 'r1', kind: 'x' }] }], ['among several', { kinds: ['green', 'x'] }]])(
    'that a document holds %s keeps its key value and stays',
    async (_, business) => {
      const value = Object.keys(business)[0]!
      const mine = await added(value)
      expect((await admin.put<ListRecord>('/system/dictData', { id: mine.id, version: 0, value: `${value}2` })).code).toBe(200)
      const filled = JSON.parse(JSON.stringify(business).replace('"x"', `"${value}2"`)) as object
      expect(await admin.post('/oaserver/teaOrder/apply', { business: { title: '订购', ...filled } })).toMatchObject({ code: 200 })
      expect(refusedAt(await admin.put('/system/dictData', { id: mine.id, version: 1, value: 'other' }))).toEqual([['value',
        '该键值已被使用，不可修改，可修改标签']])
      expect(await admin.delete(`/system/dictData/${mine.id}`)).toMatchObject({ code: 42009, msg: '已被使用，不能删除' })
      expect((await admin.put('/system/dictData', { id: mine.id, version: 1, label: '改名' })).code).toBe(200)
    },
  )

  it('that nobody used is deleted, and its key value is free again', async () => {
    const { id } = await added('pu-erh')
    expect((await admin.delete(`/system/dictData/${id}`)).code).toBe(200)
    expect((await choices()).some(({ value }) => value === 'pu-erh')).toBe(false)
    expect((await added('pu-erh')).label).toBe('茶pu-erh')
  })

  it('out of use names what documents hold, and is offered no more', async () => {
    const black = await item('black')
    expect((await admin.put(`/system/dictData/enable/${black.id}?enable=false`, {})).code).toBe(200)
    expect(await choices()).toContainEqual(expect.objectContaining({ value: 'black', label: '红茶', disabled: true }))
    expect((await admin.get<{ value: string }[]>('/system/sysDict/enum/teaKind')).data.map(({ value }) => value)).not.toContain('black')
  })
})

describe('the order of a dictionary', () => {
  it('is what was dragged', async () => {
    const ids = (await items()).map(({ id }) => id).toReversed()
    expect((await admin.put('/system/dictData/sort', { type: 'teaKind', ids })).code).toBe(200)
    expect((await items()).map(({ id }) => id)).toEqual(ids)
    expect((await choices()).at(-1)).toMatchObject({ value: 'green' })
  })

  it('is refused where somebody has added or taken an item meanwhile', async () => {
    const ids = (await items()).map(({ id }) => id)
    await added('late')
    expect((await admin.put('/system/dictData/sort', { type: 'teaKind', ids })).code).toBe(42007)
    expect((await admin.put('/system/dictData/sort', { type: 'teaKind', ids: [...ids, ids[0]] })).code).toBe(42007)
  })
})

describe('a dictionary', () => {
  it('is named by its code for good, and goes only when it is empty and nobody’s', async () => {
    const { data: mine } = await admin.post<ListRecord>('/system/dictType', { code: 'cupSize', name: '杯型', nameEn: 'Cup size',
      enable: true })
    expect(mine).toMatchObject({ id: 'cupSize', builtIn: false })
    expect(refusedAt(await admin.put('/system/dictType', { id: mine.id, version: 0, code: 'mugSize' }))).toEqual([['code',
      '字典编码不可修改']])
    const { data: large } = await admin.post<ListRecord>('/system/dictData', { type: 'cupSize', value: 'L', label: '大' })
    expect((await admin.delete('/system/dictType/cupSize')).code).toBe(42009)
    await admin.delete(`/system/dictData/${large.id}`)
    expect((await admin.delete('/system/dictType/cupSize')).code).toBe(200)
    expect((await admin.post('/system/dictType', { code: 'cupSize', name: '杯型', nameEn: 'Cup size' })).code).toBe(200)
    expect(await admin.delete('/system/dictType/teaKind')).toMatchObject({ code: 42009, msg: '内置项不可删除，可停用' })
  })

  it('out of use offers nothing and still names what documents hold', async () => {
    await admin.put('/system/dictType/enable/teaKind?enable=false', {})
    expect(await choices()).not.toEqual([])
    expect((await choices()).filter(({ disabled }) => !disabled)).toEqual([])
    await admin.put('/system/dictType/enable/teaKind?enable=true', {})
  })

  it('is paged for everyone by type and label', async () => {
    expect(await product.as('wang').post('/system/sysDict/page', { current: 1, size: 1, type: 'teaKind', label: '茶' })).toMatchObject({
      code: 200,
      data: { size: 1, records: [{ type: 'teaKind' }] },
    })
  })

  it('is kept by those who may', async () => {
    for (const answer of [
      await product.as('wang').post('/system/dictData', { type: 'teaKind', value: 'z', label: 'z' }),
      await product.as('wang').put('/system/dictData/sort', { type: 'teaKind', ids: ['a'] }),
      await product.as('wang').get('/system/dictType/list'),
      await product.as('wang').post('/system/dictType/refreshCache', {}),
    ]) expect(answer.code).toBe(403)
    expect((await admin.post('/system/dictType/refreshCache', {})).code).toBe(200)
  })
})

describe('a workbook', () => {
  it('adds choices, and updates the labels of those that exist, built in or used', async () => {
    const bytes = await workbookOf((sheet) =>
      sheet.addRows([
        ['类型*', '键值*', '标签*', '英文标签', '排序', '备注'],
        ['teaKind', 'green', '绿', 'Verdant', '', ''],
        ['teaKind', 'oolong', '乌龙', '', 40, '半发酵'],
        ['nowhere', 'a', '无', '', '', ''],
      ])
    )
    const { data } = await sendFile(product.app, { path: '/system/dictData', who: (await admin.bearer()).replace('Bearer ', ''), bytes })
    expect(data).toMatchObject({ total: 3, success: 2, failed: 1, failures: [{ row: 4, column: '类型' }] })
    expect(await item('green')).toMatchObject({ label: '绿', localName: 'Verdant' })
    expect(await item('oolong')).toMatchObject({ label: '乌龙', localName: '乌龙', sort: 40, description: '半发酵' })
  })

  it('holds what is there', async () => {
    const { name, bytes } = await getFile(product.app, '/system/dictData/export?keyword=oolong',
      (await admin.bearer()).replace('Bearer ', ''))
    expect(name).toMatch(/^字典项.*\.xlsx$/)
    expect(JSON.stringify((await readWorkbook(bytes)).rows.at(-1))).toMatch(/teaKind.*oolong.*乌龙/)
  })
})
