import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCaller } from '#server/http/testing.ts'
import type { DataScope } from '#server/identity/caller.ts'
import { count, page } from '../lists/lists.ts'
import { mayRead } from './scope.ts'
import type { TestProduct } from '../testing.ts'
import { approvalProduct } from '../testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())

const office: DataScope = { scope: 'custom', withSub: false, departments: ['office'] }

/** Returns whether a person unrelated to a document may read it. */
const reads = (id: string, permissions: readonly string[], scopes: readonly DataScope[] = []) =>
  mayRead({ host: product.composition.host, db: product.database.db,
    caller: testCaller('stranger', permissions, { scopes: { '*': scopes } }) }, id)

describe('a document', () => {
  it('is read by whoever was mentioned in a comment, and by no other stranger', async () => {
    const [seen, other] = [await on.file('plain'), await on.file('plain')]
    await product.as('head').post('/workflow/wf/processInstance/comment/add', { procInstId: seen, comment: '请看', userIds: ['stranger'] })
    expect([await reads(seen, []), await reads(other, [])]).toEqual([true, false])
  })

  it('is discussed by whoever was mentioned, who decides nothing; names stand in the reader’s language', async () => {
    const [seen, other] = [await on.file('plain'), await on.file('plain')]
    const says = (person: string, procInstId: string, comment: string, userIds: string[] = []) =>
      product.as(person).post('/workflow/wf/processInstance/comment/add', { procInstId, comment, userIds })
    interface DiscussedDocument {
      readonly actions: readonly string[]
      readonly processRecord: readonly { readonly comment: string | null }[]
    }
    const read = async (person: string, language?: 'en_US') =>
      (await product.as(person, language).get<DiscussedDocument>(`/oaserver/plain/detail?procInstId=${seen}`)).data
    await says('head', seen, '@stranger中 请看', ['stranger'])
    expect((await says('stranger', seen, '已核对')).code).toBe(200)
    expect((await says('stranger', other, '已核对')).code).not.toBe(200)
    const { processRecord, actions } = await read('stranger', 'en_US')
    expect(processRecord.map(({ comment }) => comment)).toEqual(expect.arrayContaining(['@stranger 请看', '已核对']))
    expect(actions).toEqual(['comment'])
    expect((await read('head')).processRecord.map(({ comment }) => comment)).toContain('@stranger中 请看')
  })

  it('of somebody’s own stands in the list of all, whatever rights they have', async () => {
    const id = await on.file('plain')
    const all = async (person: string) =>
      (await product.as(person).post<{ records: { procInstId: string }[] }>('/workflow/tasks/all', { current: 1, size: 50 })).data.records
        .map(({ procInstId }) => procInstId)
    expect(await all('wang')).toContain(id)
    expect(await all('stranger')).toEqual([])
    const { db } = product.database
    const wang = { id: 'wang', types: ['other'], departments: ['nowhere'] }
    expect((await page({ db, reader: wang, at: new Date() }, 'all', { current: 1, size: 50, orders: [] })).map((row) => row.id)).toContain(
      id,
    )
    expect(await count({ db, reader: { ...wang, id: 'stranger' }, at: new Date() }, 'all')).toBe(0)
  })

  it('is seen by the department that filed it; by who keeps the books, also by the one that bears it or a row of it', async () => {
    const id = await on.file('plain')
    const view = 'form:plain:view'
    expect([await reads(id, [view], [office]), await reads(id, [view, 'finance:budget:view'], [office])]).toEqual([false, false])
    for (const bearing of ['["office"]', '["works", "office"]']) {
      await sql`update document set bearing = ${bearing}::jsonb where id = ${id}`.execute(product.database.db)
      expect([await reads(id, [view], [office]), await reads(id, [view, 'finance:budget:view'], [office]),
        await reads(id, ['finance:budget:view'], [office])]).toEqual([false, true, false])
    }
  })
})
