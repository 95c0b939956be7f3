import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workbook } from 'exceljs'
import { defineForm, type Form } from '#kernel/form.ts'
import { roles } from '#server/identity/rights/roles.ts'
import type { TestProduct } from '../testing.ts'
import { approvalProduct } from '../testing-company.ts'
import { columnRoute, hasColumn } from './column-conditions.ts'
import type { Query } from './list-types.ts'
import { subjectRefillMigration } from '../store/subject-migration.ts'
import { fillSubjects } from '../store/subjects.ts'
import { fillColumns, registerColumns } from './registered-columns.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

interface TypeListRow {
  readonly title: string
  readonly subject: string | null
  readonly columns: Readonly<Record<string, unknown>>
}

const ask = (body: object = {}, who = 'voider') =>
  product.as(who).post<{ records: TypeListRow[]; total: number }>('/oaserver/listed/page', body)
const titles = async (body: object, who?: string) => (await ask(body, who)).data.records?.map(({ title }) => title)

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
  let minute = 0
  // no two documents are filed at the same instant
  product.clock.now = () => new Date(Date.UTC(2026, 10, 20, 2, minute += 1))
  await on.file('listed', { title: '甲', kind: '1', remark: '试产物料', due: '2026-11-30', amount: '1280.50' })
  await on.file('listed', { title: '乙', kind: '2', remark: '样机', due: '2026-12-01', amount: '99.90' })
  await on.file('listed', { title: '丙', kind: '1' })
  await on.file('plain', { title: '丁', kind: '1' })
})
afterAll(() => product?.close())

describe('the list of one type', () => {
  it('shows the columns of its form as they were filed', async () => {
    const { data } = await ask()
    expect(data.records.map(({ title, columns }) => [title, columns['kind'], columns['remark'], columns['due'], columns['applicant']]))
      .toEqual([
        ['丙', '1', null, null, 'wang'],
        ['乙', '2', '样机', '2026-12-01', 'wang'],
        ['甲', '1', '试产物料', '2026-11-30', 'wang'],
      ])
  })

  it('is narrowed by them: choices, words, days, amounts and people', async () => {
    expect(await titles({ columns: { kind: ['1'] } })).toEqual(['丙', '甲'])
    expect(await titles({ columns: { kind: '1,2' } })).toEqual(['丙', '乙', '甲'])
    expect(await titles({ columns: { remark: '物料' } })).toEqual(['甲'])
    expect(await titles({ columns: { remark: '%' } })).toEqual([])
    expect(await titles({ columns: { due: '2026-11-30,2026-11-30' } })).toEqual(['甲'])
    expect(await titles({ columns: { amount: ['100', null] } })).toEqual(['甲'])
    expect(await titles({ columns: { applicant: 'wang', kind: '1', amount: ',2000' } })).toEqual(['甲'])
    expect(await titles({ keyword: '样机' })).toEqual(['乙'])
  })

  it('is sorted by them; documents without a value are the smallest', async () => {
    expect(await titles({ orders: [{ column: 'columns.amount', asc: false }] })).toEqual(['甲', '乙', '丙'])
    expect(await titles({ orders: [{ column: 'columns.amount', asc: true }] })).toEqual(['丙', '乙', '甲'])
    expect(await titles({ orders: [{ column: 'columns.due', asc: false }], columns: { kind: '1' }, size: 1, current: 2 })).toEqual(['丙'])
    expect(await titles({ orders: [{ column: 'columns.kind', asc: true }] })).toEqual(['甲', '丙', '乙'])
  })

  it('counts and sums what it is narrowed to', async () => {
    expect((await product.as('voider').post('/oaserver/listed/statistics', { columns: { kind: '1' } })).data).toMatchObject({ total: 2,
      amount: '1280.50', states: [{ state: 1, count: 2, amount: '1280.50' }] })
  })

  it('answers nothing of others to whoever may not see the type, and refuses what is no column', async () => {
    expect(await titles({ columns: { kind: '1' } }, 'stranger')).toEqual([])
    expect(await titles({ orders: [{ column: 'columns.amount' }] }, 'stranger')).toEqual([])
    for (const body of [{ columns: { title: '甲' } }, { columns: { process: 'x' } }, { columns: { amount: 'much' } }, {
      columns: { due: 'x,' },
    }, {
      orders: [{ column: 'columns.score)' }],
    }, { orders: [{ column: 'columns.title' }] }]) {
      expect(await ask(body)).toMatchObject({ code: 42009 })
    }
    expect(await product.as('voider').post('/oaserver/nothing/page', {})).toMatchObject({ code: 404 })
  })

  it('follows what an approver writes, and what is filed again', async () => {
    const id = await on.file('listed', { title: '戊', kind: '2', remark: '前' })
    await on.do('v2/back', id, 'head', { desNodeId: 'start', comment: '改' })
    expect(
      await product.as('wang').post('/oaserver/listed/apply', { business: { title: '戊', kind: '1', remark: '后', amount: '7.00' },
        operate: 'edit', businessKey: id }),
    )
      .toMatchObject({ code: 200 })
    expect(await on.do('pass', id, 'head', { business: { amount: '8.00' } })).toMatchObject({ code: 200 })
    expect((await ask({ columns: { remark: '后' } })).data.records[0]?.columns).toMatchObject({ kind: '1', remark: '后', amount: '8.00' })
    expect(await titles({ columns: { remark: '前' } })).toEqual([])
    expect(await titles({ columns: { amount: '8,8' } })).toEqual(['戊'])
    await product.audit()
  })

  it('is without a column that a role keeps from its holders, in rows, filters, order and workbook', async () => {
    const { db } = product.database
    await roles(db).grant('oaAdmin', ['form:listed:export'])
    await roles(db).setColumns('oaAdmin', [{ subject: 'form:listed', field: 'remark', access: 'hidden' }, { subject: 'form:listed',
      field: 'kind', access: 'masked' }])
    expect((await ask()).data.records.every(({ columns }) => !('remark' in columns))).toBe(true)
    for (const body of [{ columns: { remark: '样' } }, { orders: [{ column: 'columns.remark' }] }, { columns: { kind: '1' } }])
      expect(await ask(body)).toMatchObject({ code: 42009 })
    for (const keyword of ['样机', 'yangji']) expect(await titles({ keyword })).toEqual([])
    expect((await ask()).data.records.map(({ subject }) => subject)).toEqual([null, null, null, null])
    for (const keyword of ['样机', 'yangji'])
      expect((await ask({ keyword }, 'wang')).data.records).toMatchObject([{ title: '乙', subject: '样机' }])
    expect((await exported('voider', '')).rows[0]).not.toContain('备注')
    await roles(db).setColumns('oaAdmin', [])
  })
})

describe('what documents are about', () => {
  const found = async (keyword: string) =>
    (await product.as('wang').get<TypeListRow[]>(`/workflow/documents/found?keyword=${encodeURIComponent(keyword)}`)).data

  it('stands beside their titles, is found, and follows what is filed again', async () => {
    expect((await ask()).data.records.map(({ title, subject }) => [title, subject])).toEqual([['戊', '后'], ['丙', null], ['乙', '样机'], [
      '甲',
      '试产物料',
    ]])
    for (const keyword of ['试产', 'scwl', 'ShiChan'])
      expect(await found(keyword)).toMatchObject([{ title: '甲', subject: '试产物料', subjectEn: '试产物料' }])
  })

  it('is filled into stored documents by a job, and missed by the recount where it is wrong', async () => {
    const { composition: { host }, database: { db } } = product
    const fill = () => fillSubjects(db, host, { forms: host.forms.values(), signal: new AbortController().signal })
    await db.updateTable('document').set({ subject: '', subject_en: '', subject_pinyin: '' }).execute()
    await fill()
    for (const keyword of ['试产', 'scwl']) expect(await found(keyword)).toMatchObject([{ subject: '试产物料' }])
    await product.audit()
    await db.updateTable('document').set({ subject: '别的' }).where('title', '=', '甲').execute()
    await expect(product.audit()).rejects.toThrow('subject')
    await db.deleteFrom('document_subject').execute()
    await fill()
    await product.audit()
  })

  it('is filled in anew where several parts come from one table', async () => {
    const { db } = product.database
    const types = { several: ['items.name', 'items.spec', 'reason'], apart: ['items.name', 'others.name', 'reason'],
      ways: [{ from: 'items.start', to: 'items.end' }] }
    await db.insertInto('document_subject').values(
      Object.entries(types).map(([type, declared]) => ({ type, declared: JSON.stringify(declared), filled_to: null })),
    ).execute()
    await subjectRefillMigration.up(async (statement) => (await statement.execute(db)).rows)
    expect(await db.selectFrom('document_subject').select('type').where('filled_to', '=', '').execute()).toEqual([{ type: 'several' }])
    await db.deleteFrom('document_subject').where('type', 'in', Object.keys(types)).execute()
  })
})

describe('documents found by columns', () => {
  const column = (field: string, type: 'text' | 'number' | 'moment') => ({ key: `listed.${field}`, type })
  const choice = (...value: string[]) => ({ column: column('kind', 'text'), filter: 'oneOf' as const, value })
  const queries: readonly Parameters<typeof columnRoute>[1][] = [
    { own: [choice('1')], orders: [] },
    { own: [choice('1', '2')], orders: [] },
    { own: [choice('1'), { column: column('amount', 'number'), filter: 'range', value: ['5', null] }], orders: [] },
    { own: [{ column: column('due', 'moment'), filter: 'range', value: ['2026-11-30', '2026-11-30'] }],
      orders: [{ column: 'createTime', asc: true }] },
    { own: [choice('1')], orders: [], ownOrder: { column: column('amount', 'number'), asc: false } },
    {
      own: [{ column: column('remark', 'text'), filter: 'contains', value: '物料' }, { column: column('kind', 'text'), filter: 'equals',
        value: false }],
      orders: [],
    },
  ]

  it.each(queries.map((each) => [each]))('are the same by index, one after the other, and counted: %j', async (each) => {
    const { db } = product.database
    const documents = () => db.selectFrom('document').where('document.type', '=', 'listed') as unknown as Query
    const ids = async (query: Query) => (await query.select('document.id').execute()).map(({ id }) => id).toSorted()
    const routes = await Promise.all([0, 1_000].map((most) => columnRoute(db, each, most)))
    const expected = await ids((each.own ?? []).reduce((query, condition) => query.where(hasColumn(condition)), documents()))
    expect(expected.length).toBeGreaterThan(0)
    expect(await Promise.all(routes.map((route) => ids(route!.from(documents()))))).toEqual([expected, expected])
  })
})

/** The cells of an export, the header first. */
async function exported(who: string, query: string) {
  const answer = await product.app.inject({ url: `/oaserver/listed/export?${query}`,
    headers: { authorization: await product.as(who).bearer(), 'accept-language': 'zh_CN' } })
  const rows: unknown[][] = []
  if (answer.statusCode === 200) {
    const workbook = new Workbook()
    await workbook.xlsx.load(answer.rawPayload as unknown as ArrayBuffer)
    workbook.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
  }
  return { status: answer.statusCode, rows }
}

describe('the workbook of one type', () => {
  it('has the columns of its form, as the list is narrowed and ordered', async () => {
    const { rows } = await exported('voider', 'columns.kind=1&order=columns.amount,desc&keyword=%E7%94%B2')
    expect(rows[0]?.slice(-5)).toEqual(['类别', '备注', '日期', '申请人', '评分'])
    expect(rows.slice(1).map((row) => [row[1], row[5], ...row.slice(11, 15)])).toEqual([['甲', 1280.5, '一', '试产物料',
      new Date('2026-11-30T00:00:00Z'), 'wang中']])
  })

  it('is for those only who may export the type', async () => {
    expect((await exported('wang', '')).status).toBe(403)
    expect((await exported('voider', 'columns.nothing=1')).status).toBe(422)
    expect((await exported('voider', 'password=1')).status).toBe(422)
  })
})

describe('a column that is declared when documents are stored already', () => {
  const declare = (columns: readonly string[]) =>
    registerColumns(product.database.db,
      [...product.composition.host.forms.values()].map((form): Form => (form.key === 'plain' ? defineForm({ ...form, columns }) : form)))
  const plain = (body: object) => product.as('voider').post<{ records: TypeListRow[] }>('/oaserver/plain/page', body)
  const fill = () => fillColumns(product.database.db, new AbortController().signal)

  it('is filled into them by a job, until then neither filtered nor sorted by; and goes with its declaration', async () => {
    const { forms } = product.composition.host
    const before = forms.get('plain')!
    ;(forms as Map<string, Form>).set('plain', { ...before, columns: ['kind'] })
    await declare(['kind'])
    expect((await plain({})).data.records.map(({ columns }) => columns)).toEqual([{ kind: '1' }])
    expect(await plain({ columns: { kind: '1' } })).toMatchObject({ code: 42009, msg: expect.stringContaining('准备') })
    await fill()
    expect((await plain({ columns: { kind: '1' } })).data.records.map(({ title }) => title)).toEqual(['丁'])
    await product.audit()
    ;(forms as Map<string, Form>).set('plain', before)
    await declare([])
    await fill()
    expect(await product.database.db.selectFrom('document_column').select('key').where('key', 'like', 'plain.%').execute()).toEqual([])
    await product.audit()
  })

  it('is missed by the recount where it is wrong', async () => {
    await product.database.db.updateTable('document_column').set({ number: '1' }).where('key', '=', 'listed.amount').execute()
    await expect(product.audit()).rejects.toThrow('column listed.amount')
  })
})
