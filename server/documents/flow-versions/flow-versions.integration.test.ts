import { afterAll, beforeAll, expect, it } from 'vitest'
import { approve, defineFlow, type Flow } from '#kernel/flow.ts'
import type { FlowRow, FlowView } from '#kernel/flow/flow-version.ts'
import type { Form } from '#kernel/form.ts'
import { roles } from '#server/identity/rights/roles.ts'
import type { TestProduct } from '../testing.ts'
import { approvalProduct, formNamed, withForms } from '../testing-company.ts'

const plain = formNamed('plain')
const [first, second, third] = plain.flow.steps
if (first?.block !== 'approve' || second?.block !== 'approve' || third?.block !== 'approve')
  throw new Error('plain has three approval nodes')

/** The product with a later release of the flow. */
const release = (flow: Flow): Form => ({ ...plain, flow })
/** Changes the approver of the second node, and delays reminders. */
const later = release({ steps: [first, { ...second, by: { rule: 'fixed', people: ['bob'] } }, third],
  settings: { ...plain.flow.settings, urgeMinutes: 45 } })
/** Changes the mode of the first node, as the company did. */
const colliding = release({ ...later.flow, steps: [{ ...first, mode: 'sequential' }, ...later.flow.steps.slice(1)] })
/** Adds a node. */
const longer = release(
  defineFlow([...later.flow.steps, approve('fourth', { rule: 'fixed', people: ['carl'] }, { cn: '第四', en: 'Fourth' })],
    later.flow.settings),
)

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']
let now: Pick<TestProduct, 'as'>

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
  await roles(product.database.db).grant('workflowAdmin', ['workflow:instance:admin'])
  now = product
})
afterAll(() => product?.close())

const url = '/workflow/def/plain'
const admin = () => now.as('flows', 'en_US')
const view = async () => (await admin().get<FlowView>(url)).data
const upgrade = async (form: Form) => (now = await product.upgraded([withForms(form)]))
const decide = async (choice: string, seen: Partial<FlowView> = {}, headers = {}) => {
  const { current, shipped } = { ...(await view()), ...seen }
  return admin().post(`${url}/shipped`, { current, shipped, choice }, headers)
}
/** Publishes the first node with the mode `all`, unless another change is given. */
const publish = async (change: Partial<FlowView['nodes'][number]> = { mode: 'all' }, seen: Partial<FlowView> = {}) => {
  const { current, nodes, settings } = { ...(await view()), ...seen }
  return admin().put(url, { current, settings, nodes: Object.fromEntries(
    nodes.slice(0, 1).map(({ id, cn, en, when, mode, dueHours }) => [id, { cn, en, when, mode, dueHours, ...change }]),
  ) })
}
const submitted = async () => {
  const { data } = await now.as('wang').post<{ businessKey: string }>('/oaserver/plain/apply', { business: { title: 'new' } })
  return product.database.db.selectFrom('document').innerJoin('definition',
    (join) =>
      join.on('definition.kind', '=', 'flow').onRef('definition.hash', '=', 'document.flow').onRef('definition.key', '=', 'document.type'))
    .where('document.id', '=', data.businessKey).select(['definition.version', 'definition.by']).executeTakeFirstOrThrow()
}

it('a shipped flow is changed by administrators only, and by what they have seen', async () => {
  expect((await now.as('wang').get(url)).code).toBe(403)
  expect((await now.as('wang').put(url, {})).code).toBe(403)
  const before = await view()
  expect(before).toMatchObject({ version: 1, by: null, hasOffer: false, offer: null, history: [],
    nodes: [{ id: 'first', mode: 'any', when: null }, {}, {}] })
  expect(await publish({ cn: before.nodes[0]!.cn })).toMatchObject({ code: 42009, msg: 'Nothing was changed' })
  expect(await publish({ when: 'gone > 1' })).toMatchObject({ code: 42009,
    data: { fields: [{ name: 'nodes.first', message: 'There is no field or name “gone”' }] } })
  expect((await view()).version).toBe(1)
  expect((await publish()).code).toBe(200)
  expect(await view()).toMatchObject({ version: 2, by: { id: 'flows' }, hasOffer: false, nodes: [{ mode: 'all' }, {}, {}],
    history: [{ choice: 'publish', version: 2, shipped: 1 }] })
  expect((await publish({ mode: 'any' }, { current: before.current })).code).toBe(42007)
  expect(await submitted()).toEqual({ version: 2, by: 'flows' })
})

it('is found by group, state and the terminals on which its form opens', async () => {
  const { db } = product.database
  const found = async (filter: object) =>
    (await admin().post<{ records: FlowRow[] }>('/workflow/def/page', { size: 200, ...filter })).data.records.map(({ key }) => key)
  const { data: { records } } = await admin().post<{ records: FlowRow[] }>('/workflow/def/page', { size: 200 })
  const row = records.find(({ key }) => key === 'plain')
  expect(row).toMatchObject({ terminals: ['web', 'mini'], terminalVersion: 0, isLimited: false, state: 'published' })
  expect(await found({ state: 'published', terminal: 'mini' })).toContain('plain')
  expect(await found({ state: 'stopped' })).not.toContain('plain')
  await db.insertInto('wf_terminal').values({ business_type: 'plain', terminal: ['web'], update_by: 'flows', update_time: new Date() })
    .execute()
  expect(await found({ terminal: 'mini' })).not.toContain('plain')
  expect(await found({ terminal: 'web' })).toContain('plain')
  expect(await found({ group: 'no-such-group' })).toEqual([])
})

it('a release that leaves the flow alone offers nothing, and never puts its own in force', async () => {
  await upgrade(plain)
  expect(await view()).toMatchObject({ version: 2, hasOffer: false })
  expect(await decide('keep')).toMatchObject({ code: 42009, msg: 'No standard version is waiting' })
})

it('a changed release waits, and says who changed what', async () => {
  await upgrade(later)
  const { offer, ...flow } = await view()
  expect(flow).toMatchObject({ version: 2, by: { id: 'flows' }, hasOffer: true })
  expect(offer).toMatchObject({ version: 3, base: 1 })
  expect(
    offer?.differences.map(({ node, attribute, base, shipped, own, changedBy }) => [node?.id, attribute, changedBy, base, shipped, own]),
  ).toEqual([
    ['first', 'mode', 'company', 'any', 'any', 'all'],
    ['second', 'by', 'product', second.by, { rule: 'fixed', people: ['bob'] }, second.by],
    [undefined, 'urgeMinutes', 'product', 30, 45, 30],
  ])
  expect(await submitted()).toEqual({ version: 2, by: 'flows' })
  const { data } = await admin().post<{ records: FlowRow[]; total: number }>('/workflow/def/page', { offers: '1' })
  expect(data).toMatchObject({ total: 1, records: [{ key: 'plain', hasOffer: true }] })
})

it('is merged once where the two touch different parts, by whoever saw both', async () => {
  const seen = await view()
  expect((await decide('merge', { shipped: seen.current })).code).toBe(42007)
  const same = { 'idempotency-key': 'merge-once' }
  const answers = await Promise.all([decide('merge', seen, same), decide('merge', seen, same), decide('merge', seen)])
  expect(answers.map(({ code }) => code).filter((code) => code === 200).length).toBeGreaterThan(0)
  expect(answers.every(({ code }) => code === 200 || code === 42007)).toBe(true)
  expect(await view()).toMatchObject({ version: 4, by: { id: 'flows' }, hasOffer: false, settings: { urgeMinutes: 45 },
    nodes: [{ mode: 'all' }, {}, {}], history: [{ choice: 'merge', version: 4, shipped: 3 }, { choice: 'publish' }] })
  expect(await submitted()).toEqual({ version: 4, by: 'flows' })
})

it('is kept, and not offered again', async () => {
  await upgrade(colliding)
  await publish({ mode: 'all', en: 'Head of the works' })
  const { offer } = await view()
  expect(offer?.differences.find(({ isConflict }) => isConflict)).toMatchObject({ node: { id: 'first' }, attribute: 'mode',
    changedBy: 'both' })
  expect(await decide('merge')).toMatchObject({ code: 42009, msg: expect.stringContaining('can’t be merged') as string })
  const { version } = await view()
  expect((await decide('keep')).code).toBe(200)
  expect(await view()).toMatchObject({ version, hasOffer: false, offer: null,
    history: [{ choice: 'keep', by: { id: 'flows' } }, {}, {}, {}] })
  await upgrade(colliding)
  expect(await view()).toMatchObject({ version, hasOffer: false })
})

it('is adopted: the next releases are in force at once again', async () => {
  await upgrade(longer)
  expect(await view()).toMatchObject({ hasOffer: true })
  expect((await decide('adopt')).code).toBe(200)
  expect(await view()).toMatchObject({ by: null, hasOffer: false, nodes: [{ mode: 'any' }, {}, {}, { id: 'fourth' }],
    history: [{ choice: 'adopt' }, {}, {}, {}, {}] })
  expect(await decide('adopt')).toMatchObject({ code: 42009, msg: 'The standard flow is already active' })
  await upgrade(plain)
  expect(await view()).toMatchObject({ version: 1, by: null, hasOffer: false })
  expect(await submitted()).toEqual({ version: 1, by: 'product' })
})

it('documents filed meanwhile are read, decided and recounted by their own versions', async () => {
  const waiting = await on.file('plain')
  await on.do('pass', waiting, 'head')
  await product.audit()
})

it('lets no initiator decide about their own money: not offered, refused, and read as their superior where it was stored', async () => {
  const [plain, paid] = await Promise.all(['plain', 'paid'].map(async (key) => (await admin().get<FlowView>(`/workflow/def/${key}`)).data))
  expect([plain?.initiatorPolicies, paid?.initiatorPolicies.includes('self')]).toEqual([['superior', 'self', 'autoPass'], false])
  const settings = { ...paid?.settings, initiatorApprover: 'self' }
  expect(await admin().put('/workflow/def/paid', { current: paid?.current, nodes: {}, settings })).toMatchObject({ code: 42009, data: {
    fields: [{ name: 'initiatorApprover',
      message: 'Where money moves, initiators can’t approve their own documents. Choose their manager' }],
  } })
})

it('keeps its nodes: none of a flow in force is deleted', async () => {
  expect(await admin().delete(`${url}/node/second`)).toMatchObject({ code: 42009, msg: 'Process node updated, cannot be deleted' })
  expect(await now.as('flows').delete(`${url}/node/second`)).toMatchObject({ msg: '流程节点已更新，不能删除' })
  expect(await admin().delete(`${url}/node/nowhere`)).toMatchObject({ status: 404 })
  expect((await now.as('wang').delete(`${url}/node/second`)).status).toBe(403)
  expect((await view()).nodes.map(({ id }) => id)).toContain('second')
})

it('each decision is in the audit log and stays there', async () => {
  const { db } = product.database
  const lines = await db.selectFrom('audit_log').select(['user_id', 'path']).where('path', 'like', '%/shipped').execute()
  expect(lines.length).toBeGreaterThan(2)
  await expect(db.deleteFrom('flow_publication').execute()).rejects.toThrow(/append-only|permission denied/)
})
