import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approve, type Block, defineFlow, departmentHead, exclusive, type FlowSettings, role, selectUser } from '#kernel/flow.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { definitionStore } from '../definitions/definition-store.ts'
import type { TestProduct } from '../testing.ts'
import { approvalProduct } from '../testing-company.ts'
import { flowHealth } from './health.ts'

let product: TestProduct

beforeAll(async () => {
  ;({ product } = await approvalProduct())
  await roles(product.database.db).grant('workflowAdmin', ['workflow:instance:admin'])
})
afterAll(() => product?.close())

interface AnalysisLine {
  readonly nodeId: string | null
  readonly level: 'error' | 'warning'
  readonly message: string
  readonly counterexample: string | null
}
type AnalysisRow = AnalysisLine & { readonly businessType: string; readonly nodeName: string | null }

const label = { cn: '节点', en: 'Node' }
const fixed = (id: string, ...people: string[]): Block => approve(id, { rule: 'fixed', people }, label)

const validate = async (steps: readonly Block[], settings: Partial<FlowSettings> = {}, language: 'en_US' | 'zh_CN' = 'en_US') =>
  (await product.as('flows', language).post<AnalysisLine[]>('/workflow/def/validate', { businessType: 'plain',
    flow: defineFlow(steps, settings) }))
    .data
const said = (lines: readonly AnalysisLine[]): string[] =>
  lines.map(({ nodeId, level, message, counterexample }) => `${level} ${nodeId}: ${message}${counterexample ? ` [${counterexample}]` : ''}`)
/** The findings of the flows once all analyses are done. */
const health = async (query = '') => {
  for (;;) {
    const { data } = await product.as('flows', 'en_US').get<{ records: AnalysisRow[]; total: number; pending: number }>(
      `/workflow/def/health${query}`,
    )
    if (data.pending === 0) return data
  }
}
const change = (table: 'sys_group' | 'sys_user', id: string, values: object) =>
  product.database.db.updateTable(table).set(values).where('id', '=', id).execute()

describe('a flow that somebody would publish', () => {
  it('is sound when everybody is there', async () => {
    expect(await validate([fixed('a', 'head'), fixed('b', 'chief')])).toEqual([])
  })

  it('is told what is wrong with it by itself, with the values, in the language of the reader', async () => {
    const steps = [fixed('h', 'head'),
      exclusive('x', [{ when: 'amount > 100', steps: [fixed('a', 'head')] }, { when: 'amount > 500', steps: [fixed('b', 'chief')] }])]
    expect(said(await validate(steps))).toContain(
      'error x: Whenever it holds, an earlier branch holds too (here branch 1): it is never taken [Amount = 500.01]',
    )
    expect((await validate(steps, {}, 'zh_CN')).find(({ level }) => level === 'error')).toMatchObject({ nodeId: 'x',
      counterexample: '金额 = 500.01' })
    expect(said(await validate([approve('a', { rule: 'fixed', people: ['head'] }, { ...label, en: '', when: 'gone > 1' })]))).toEqual([
      'error a: The English text is missing',
      'error a: There is no field or name “gone”',
    ])
  })

  it('is told of a missing default branch, of a role that nobody knows', async () => {
    const [block] = [exclusive('x', [{ when: 'kind = "1"', steps: [fixed('a', 'head')] }])]
    const { otherwise: _, ...bare } = block
    const { data } = await product.as('flows', 'en_US').post<AnalysisLine[]>('/workflow/def/validate', { businessType: 'plain',
      flow: { ...defineFlow([fixed('h', 'head')]), steps: [fixed('h', 'head'), bare] } })
    expect(said(data)).toContain('error x: The default branch is missing [Kind = 2 (Two)]')
    expect(said(await validate([approve('a', role('emperor'), label)]))).toEqual(['error a: There is no role “emperor”'])
  })

  it('is told whom it leaves without an approver', async () => {
    const steps = [approve('a', departmentHead('applicantDept'), label), fixed('b', 'bob')]
    const none = 'No director or deputy approver, contact the administrator'
    expect(said(await validate(steps))).toEqual([
      expect.stringMatching(new RegExp(`^error a: ${none} \\[Initiator = .+ \\(and 12 more\\)\\]$`)),
    ])
    await change('sys_group', 'works', { head_user_id: 'head' })
    expect(said(await validate(steps))).toEqual([`error a: ${none} [Initiator = stranger]`])
  })

  it('is told of approvers who are disabled, and of choices that nobody can make; only on the way that leads there', async () => {
    const when = { ...label, when: 'kind = "2"' }
    expect(said(await validate([fixed('h', 'head'), approve('a', { rule: 'fixed', people: ['gone'] }, when)]))).toEqual([
      expect.stringMatching(/^error a: gone is deactivated, choose again \[Initiator = .+ \(and 12 more\); Kind = 2 \(Two\)\]$/),
    ])
    const chosen = approve('p', selectUser(1, { optionalRange: { type: 'DEPT', ids: ['office'] } }), label)
    expect(said(await validate([fixed('h', 'head'), chosen]))).toEqual(['error p: Every approver must be chosen [Initiator = stranger]'])
  })

  it('is judged for administrators of flows, in the right shape only', async () => {
    const body = { businessType: 'plain', flow: defineFlow([fixed('a', 'head')]) }
    expect((await product.as('wang').post('/workflow/def/validate', body)).code).toBe(403)
    expect((await product.as('wang').get('/workflow/def/health')).code).toBe(403)
    expect((await product.as('flows').post('/workflow/def/validate', { ...body, businessType: 'nothing' })).code).toBe(404)
    expect(
      (await product.as('flows').post('/workflow/def/validate', { ...body, flow: { ...body.flow, steps: [{ block: 'gate', id: 'x' }] } }))
        .code,
    ).toBe(42009)
  })
})

describe('the flows in use', () => {
  it('are judged anew after a change, flow by flow, and their last findings are answered meanwhile', async () => {
    const { host } = product.composition
    const { db } = product.database
    const judged: string[] = []
    let hold: Promise<void> | undefined
    const judgement = flowHealth(host, definitionStore(host.forms), async (_, { form }) => {
      judged.push(form.key)
      await hold
      return [{ where: `judgement ${judged.length}`, text: form }]
    })
    const first = await judgement(db, { wait: true })
    expect(first.pending).toBe(0)
    expect(judged).toEqual([...host.forms.keys()])
    expect(await judgement(db)).toEqual(first)
    expect(judged).toHaveLength(host.forms.size)

    let release: () => void = () => undefined
    hold = new Promise((resolve) => (release = resolve))
    await change('sys_user', 'anna', { phone: '13800000000' })
    const meanwhile = await judgement(db)
    expect(meanwhile).toEqual({ findings: first.findings, pending: host.forms.size })
    release()
    const last = await judgement(db, { wait: true })
    expect(last.pending).toBe(0)
    expect(last.findings).not.toEqual(first.findings)
    expect(judged).toHaveLength(2 * host.forms.size)
  })

  it('are listed with whom they strand today, page by page, and nothing stops for that', async () => {
    const before = await health()
    await change('sys_user', 'anna', { enable: false })
    const after = await health('?size=200')
    const news = after.records.filter((row) =>
      !before.records.some((known) => known.businessType === row.businessType && known.message === row.message)
    )
    expect(news).toContainEqual(
      expect.objectContaining({ businessType: 'plain', nodeId: 'third', nodeName: '节点third', level: 'error',
        message: 'anna is deactivated, choose again' }),
    )
    expect((await health('?current=2&size=1')).records).toEqual(after.records.slice(1, 2))
    const { code } = await product.as('wang').post('/oaserver/plain/apply', { business: { title: 'x' } })
    expect(code).not.toBe(500)
  })
})
