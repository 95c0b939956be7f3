import { maskedText } from '#kernel/values/masked-text.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { testPassword } from '#server/identity/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import { readWorkbook } from '#server/workbooks/read.ts'
import { listsProduct } from '../testing-lists.ts'
import { staff } from '../testing-organisation.ts'

interface AuditEntry {
  readonly traceId: string
  readonly changes: readonly object[]
}
interface AuditPage {
  readonly records: readonly AuditEntry[]
  readonly next: object | null
}

const line = (number: number, more: object = {}) => ({
  create_time: new Date(Date.UTC(2026, 10, 10 + Math.floor(number / 3), 16)),
  user_id: number % 2 ? 'wang' : 'admin',
  ip: '10.0.0.1',
  method: 'PUT',
  path: '/system/holiday',
  resource: 'holiday',
  resource_id: `h${number}`,
  before: null,
  after: null,
  code: 200,
  ms: 3,
  trace_id: `t${number}`,
  ...more,
})

let product: TestProduct
beforeAll(async () => {
  product = await listsProduct([staff])
  const rows = Array.from({ length: 9 }, (_, number) => line(number))
  const changed = { before: JSON.stringify({ day: '2026-11-23', kind: 'HOLIDAY', version: 0 }),
    after: JSON.stringify({ day: '2026-11-23', kind: 'WORKDAY', version: 1 }) }
  // in the default partition, next to those of its year
  await product.database.db.insertInto('audit_log').values([...rows, line(20, changed), line(21, { code: 403, resource: 'user' }),
    line(0, { create_time: new Date('2019-05-05T00:00:00Z'), trace_id: 'old' })]).execute()
})
afterAll(() => product?.close())

const ask = async (body: object) => (await product.as('admin').post<AuditPage>('/system/auditLog/page', body)).data
const traces = async (body: object) => (await ask(body)).records.map(({ traceId }) => traceId)

describe('the audit log', () => {
  it('is read part by part to its end, every line once, newest first', async () => {
    const seen: string[] = []
    let after: object | null | undefined
    do {
      const part: AuditPage = await ask({ size: 2, ...(after && { after }) })
      seen.push(...part.records.map(({ traceId }) => traceId))
      after = part.next
    } while (after)
    expect(seen.toSorted()).toEqual(['old', ...Array.from({ length: 9 }, (_, number) => `t${number}`), 't20', 't21'].toSorted())
    expect(seen.slice(0, 2)).toEqual(['t21', 't20'])
    expect(seen.at(-1)).toBe('old')
  })

  it('is read by page as well, with a total; a page and a line to go on from exclude each other', async () => {
    const page = async (current: number) =>
      (await product.as('admin').post<AuditPage & { total: number; pages: number }>('/system/auditLog/page', { current, size: 4,
        resource: 'holiday' })).data
    const [first, last] = [await page(1), await page(3)]
    expect(first).toMatchObject({ total: 11, pages: 3 })
    expect([first.records[0]?.traceId, last.records.at(-1)?.traceId, last.records.length]).toEqual(['t20', 'old', 3])
    expect(
      (await product.as('admin').post('/system/auditLog/page', { current: 1,
        after: { time: '2026-11-20 00:00:00', id: '00000000-0000-4000-8000-000000000000' } })).code,
    ).toBe(
      42009,
    )
    expect(await traces({ resource: ['holiday', 'user'], resourceId: 'h21' })).toEqual(['t21'])
  })

  it('is searched by person, object, days of the company’s clock and result', async () => {
    expect(await traces({ userId: 'wang', resource: 'holiday' })).toHaveLength(4)
    expect(await traces({ code: 403 })).toEqual(['t21'])
    // 16:00 UTC is the next day in China
    expect((await traces({ from: '2026-11-11', to: '2026-11-11' })).toSorted()).toEqual(['t0', 't1', 't2'])
  })

  it('tells what a call changed, by the names of the record’s fields', async () => {
    const [line] = (await ask({ from: '2026-11-17', resource: 'holiday' })).records
    expect(line).toMatchObject({ operation: { cn: '修改', en: 'Change' }, method: 'PUT', path: '/system/holiday', userName: '管理员/Admin',
      resourceName: { cn: '节假日' },
      changes: [{ field: 'kind', label: { cn: '类型', en: 'Type' }, before: 'HOLIDAY', after: 'WORKDAY' }] })
    expect((await product.as('admin').get<object[]>('/system/auditLog/resources')).data).toContainEqual({ resource: 'holiday', cn: '节假日',
      en: 'Holiday' })
  })

  it('tells nobody of a column that their role is not shown', async () => {
    const { db } = product.database
    await roles(db).grant('sealKeeper', ['system:audit:view'])
    await roles(db).setScope('sealKeeper', '*', { scope: 'all', withSub: false, departments: [] })
    await roles(db).setColumns('sealKeeper', [{ subject: 'holiday', field: 'kind', access: 'hidden' }])
    await users(db, new Date()).create({ id: 'auditor', userName: 'auditor', name: '审计/Auditor',
      passwordHash: await hashPassword(testPassword, 10), roles: ['sealKeeper'], departments: [] })
    const read = async () =>
      (await product.as('auditor').post<AuditPage>('/system/auditLog/page', { from: '2026-11-17', resource: 'holiday' })).data.records
    expect(await read()).toMatchObject([{ resource: 'holiday', changes: [] }])
    // without the right to the record's list, texts are masked except for the last characters
    await db.insertInto('audit_log').values(line(22, { after: JSON.stringify({ remark: '6225888800001111', kind: 'HOLIDAY' }) })).execute()
    expect((await read())[0]?.changes).toMatchObject([{ field: 'remark', after: maskedText('6225888800001111') }])
  })

  it('goes into a workbook', async () => {
    const { rawPayload } = await product.app.inject({ url: '/system/auditLog/export?userId=wang',
      headers: { authorization: await product.as('admin').bearer() } })
    expect((await readWorkbook(new Uint8Array(rawPayload))).rows).toHaveLength(6)
  })

  it('is for administrators, and takes nothing but what it knows', async () => {
    expect((await product.as('wang').post('/system/auditLog/page', {})).code).toBe(403)
    expect((await product.as('wang').get('/system/auditLog/resources')).code).toBe(403)
    for (const body of [{ after: { time: "x'; drop table audit_log", id: 'x' } }, { resource: 1 }, { from: '2026-02-30' }, { size: 1000 }, {
      sort: 'ip',
    }])
      expect((await product.as('admin').post('/system/auditLog/page', body)).code).toBe(42009)
  })
})
