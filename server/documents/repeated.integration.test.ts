import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { routeRegistry } from '#server/http/access.ts'
import { changingCalls, sendCall } from './testing-calls.ts'
import { approvalProduct } from './testing-company.ts'

let company: Awaited<ReturnType<typeof approvalProduct>>

beforeAll(async () => {
  company = await approvalProduct()
})
afterAll(() => company?.product.close())
afterEach(() => company.product.audit())

/**
 * Calls without idempotency key: the first and the last process many documents or requests, each idempotent by itself; the second one
 * only reads.
 */
const elsewhere: ReadonlySet<string> = new Set(['POST /workflow/admin/handOver', 'POST /oaserver/:businessType/:businessKey/account/reveal',
  'POST /oaserver/sap/inbound/:businessType'])

/** The number of history entries of all documents. */
const entries = async () =>
  Number(
    (await company.product.database.db.selectFrom('document_event').select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()).n,
  )

const reused = { code: 42009, msg: '该请求标识已用于另一请求，请刷新后重试' }

let keys = 0

describe('a call that is sent again with its key', () => {
  it.each(Object.keys(changingCalls))('%s is done once and answered alike; with another body it is refused', async (route) => {
    const { product } = company
    const sent = await changingCalls[route]!(company)
    const key = `again-${(keys += 1)}`
    const first = await sendCall(product, sent, key)
    expect(first).toMatchObject({ code: 200 })
    const after = await entries()
    expect(await sendCall(product, sent, key)).toEqual(first)
    // a GET has no body, so another URL is another call
    const other = sent.other ? await sendCall(product, { ...sent, body: sent.other }, key) : reused
    expect(other).toMatchObject(reused)
    expect(await entries()).toBe(after)
  })

  it('is every call that changes a document', () => {
    const reading = new RegExp([
      /\/(calculate|userNodeList|wfNodeCalculation|getProcess\w*|approvingNodeForm|page|statistics|choices|rows\/:table\/\w+)$/,
      /\/prints\/(archive|merged)$/,
      /\/tasks\/|SetRead|setReadState/,
    ].map(({ source }) => source).join('|'))
    const changing = routeRegistry(company.product.app).filter(({ method, resource, changing: changes }) =>
      resource === 'document' && (method === 'POST' || (changes && method === 'GET'))
    )
    const named = changing.map(({ method, url }) => `${method} ${url}`).filter((route) => !reading.test(route) && !elsewhere.has(route))
    expect(named.toSorted()).toEqual(Object.keys(changingCalls).toSorted())
  })
})

describe('a draft that is filed', () => {
  const path = '/oaserver/user-input-cache'
  const wang = () => company.product.as('wang')
  const save = async () =>
    (await wang().post<{ version: number }>(`${path}/save`, { businessType: 'plain', content: { title: '草稿' } })).data.version
  const file = async (draft: number, title = '草稿') => (await wang().post('/oaserver/plain/apply', { business: { title }, draft })).code
  const kept = async () => (await wang().get<object | null>(`${path}?businessType=plain`)).data !== null

  it('goes with the filing; it stays where the filing is refused, and where another window has saved since', async () => {
    const version = await save()
    expect([await file(version, ''), await kept()]).toEqual([42009, true])
    expect([await file(version + 1), await kept()]).toEqual([200, true])
    expect([await file(version), await kept()]).toEqual([200, false])
  })

  it('goes with the form that it was entered in, and a saving that arrives later keeps nothing', async () => {
    const saved = (form: string) => wang().post(`${path}/save`, { businessType: 'plain', content: { title: '草稿' }, form })
    await saved('form-1')
    expect((await wang().post('/oaserver/plain/apply', { business: { title: '草稿' }, form: 'form-1' })).code).toBe(200)
    expect(await kept()).toBe(false)
    expect((await saved('form-1')).data).toBeNull()
    expect(await kept()).toBe(false)
    await saved('form-2')
    expect(await kept()).toBe(true)
    await wang().delete(`${path}?businessType=plain`)
  })
})
