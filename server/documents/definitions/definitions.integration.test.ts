import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '../testing.ts'
import { approvalProduct, type ActionAnswer } from '../testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())

interface CandidateAnswer {
  readonly id: string
}

describe('a definition tells', () => {
  it('its fields, at the start and where they are written', async () => {
    const { data } = await product.as('wang').get<{ field: string; nodeId: string }[]>('/workflow/form-property/plain:1')
    expect(data.filter(({ field }) => field === 'amount')).toEqual([
      { field: 'amount', label: '金额', labelEn: 'Amount', type: 'money', required: false, readable: true, writable: true,
        nodeId: 'start' },
      { field: 'amount', label: '金额', labelEn: 'Amount', type: 'money', required: false, readable: true, writable: true,
        nodeId: 'first' },
    ])
    expect(data.find(({ field, nodeId }) => field === 'title' && nodeId === 'start')).toMatchObject({ required: true })
    expect(data.find(({ field }) => field === 'explainDtoList.explain')).toMatchObject({ type: 'textarea', nodeId: 'start' })
  })

  it('its nodes by type, with how their people are chosen', async () => {
    const nodes = async (type: number, key: string) =>
      (await product.as('wang').get(`/workflow/wf/defNode/nodeType/${type}/getWfNodeInfo?procDefId=${key}`)).data
    expect(await nodes(1, 'group:1')).toMatchObject([{ nodeId: 'all', approvalTypeCode: 1 }, { nodeId: 'any', approvalTypeCode: 2 }, {
      nodeId: 'row',
      nodeName: '节点row',
      nodeNameEn: 'Node row',
      approvalTypeCode: 3,
      selectUser: null,
    }])
    expect(await nodes(1, 'chosen')).toMatchObject([{}, { nodeId: 'picked',
      selectUser: { size: 2, canAdd: false, optionalRange: { type: 'DEPT', ids: ['works'] } } }])
    expect(await nodes(0, 'plain')).toMatchObject([{ nodeId: 'start', nodeNameEn: 'Start' }])
    expect(await nodes(3, 'plain')).toEqual([])
  })

  it('what it calculates, shows and requires', async () => {
    const { data } = await product.as('wang').get('/workflow/wf-process-def/customizedScript/plain')
    expect(data).toEqual({ calculations: [], visible: [], required: [] })
  })

  it.each(['/workflow/form-property/plain:99', '/workflow/form-property/nothing', '/workflow/form-property/plain:x',
    '/workflow/wf-process-def/customizedScript/nothing'])(
      'nothing of %s',
      async (url) => {
        expect((await product.as('wang').get(url)).code).toBe(404)
      },
    )
})

describe('people who may be chosen', () => {
  const ask = async (body: object, by = 'wang') =>
    (await product.as(by).post<CandidateAnswer[]>('/workflow/getSelectUsers', body)).data.map(({ id }) => id).toSorted()
  const works = ['anna', 'bob', 'carl', 'chief', 'dave', 'erin', 'flows', 'frank', 'gina', 'head', 'voider', 'wang']

  it.each([
    [{ type: 'ALL' }, [...works, 'stranger']],
    [{ type: 'DEPT', ids: ['plant'] }, works],
    [{ type: 'DEPT', ids: ['office'] }, ['stranger']],
    [{ type: 'ROLE', ids: ['workflowAdmin', 'oaAdmin'] }, ['flows', 'voider']],
    [{ type: 'USERS', ids: ['bob', 'gone', 'nobody'] }, ['bob']],
    [{ type: 'SAME_ENTERPRISE' }, works],
  ])('of %j', async (optionalRange, people) => {
    expect(await ask({ optionalRange })).toEqual(people.toSorted())
  })

  it('are nobody of the same enterprise for whoever belongs to none', async () => {
    expect(await ask({ optionalRange: { type: 'SAME_ENTERPRISE' } }, 'stranger')).toEqual([])
  })

  it('are those of the node, whatever the caller proposes', async () => {
    const params = { nodeId: 'picked', businessType: 'chosen' }
    expect(await ask({ params, optionalRange: { type: 'ALL' } })).toEqual(works)
    const id = await on.file('chosen', {}, { nodeList: [{ nodeId: 'picked', userIdList: ['bob'] }] })
    expect(await ask({ params, procInstId: id, optionalRange: { type: 'ALL' } })).toEqual(works)
    expect((await product.as('stranger').post('/workflow/getSelectUsers', { params, procInstId: id })).code).toBe(404)
  })

  it('come in pages, are searched, and carry what a picker shows', async () => {
    const page = async (body: object) =>
      (await product.as('wang').post<{ records: CandidateAnswer[]; total: number; pages: number }>('/workflow/getSelectUsers', body)).data
    const first = await page({ current: 1, size: 5 })
    const last = await page({ current: 3, size: 5 })
    expect([first.records.length, first.total, first.pages, last.records.length]).toEqual([5, 13, 3, 3])
    expect((await page({ keyword: 'ANN', size: 5 })).records).toEqual([
      { id: 'anna', name: 'anna中/anna', email: 'anna@example.com', departments: [{ id: 'works', name: '工厂/Works' }],
        departmentName: '工厂/Works', avatar: null },
    ])
  })
})

describe('rich text', () => {
  const hostile = '<p onclick="go()">一<script>go()</script><img src=x onerror=go()></p>'

  it('is kept without what would run, in rows and at nodes too', async () => {
    const id = await on.file('written', { content: hostile, parts: [{ content: `${hostile}<a href="javascript:go()">二</a>` }] })
    const filed = (await on.detail(id, 'head')).business
    expect(filed).toMatchObject({ content: '<p>一</p>',
      parts: [{ content: '<p>一</p><a rel="noopener noreferrer" target="_blank">二</a>' }] })
    expect(await on.do('pass', id, 'head', { business: { content: `${hostile}<b>三</b>` } })).toMatchObject({ code: 200 })
    expect((await on.detail(id, 'wang')).business['content']).toBe('<p>一</p><b>三</b>')
    expect(JSON.stringify(await on.events(id))).not.toContain('onclick')
  })

  it('of nothing but what would run is missing where it is asked for', async () => {
    const { code, data } = await product.as('wang').post<ActionAnswer>('/oaserver/written/apply', {
      business: { title: '甲', parts: [{ content: '<script>go()</script>' }] },
    })
    expect([code, data.fields]).toMatchObject([42009, [{ name: 'parts.0.content' }]])
  })
})
