import { afterAll, beforeAll, expect, it } from 'vitest'
import { canDesign, type DesignView, type DraftView, type SavedDraft } from '#kernel/flow/design.ts'
import type { Census, MoveResult } from '#kernel/flow/design-analysis.ts'
import type { ApprovalNode, Flow } from '#kernel/flow.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { type ApprovalProduct, approvalProduct } from '../testing-company.ts'

let company: ApprovalProduct
beforeAll(async () => {
  company = await approvalProduct()
  await roles(company.product.database.db).grant('workflowAdmin', ['workflow:instance:admin', 'workflow:intervention:confirm',
    ...Object.values(canDesign)])
  await roles(company.product.database.db).grant('oaAdmin', ['workflow:instance:admin', 'workflow:intervention:confirm'])
})
afterAll(async () => {
  await company?.product.audit()
  await company?.product.close()
})

const url = (key: string) => `/workflow/def/${key}`
const as = (who = 'flows') => company.product.as(who, 'en_US')
const current = async (key = 'plain') => (await as().get<DesignView>(`${url(key)}/design`)).data.current
const changed = (flow: Flow, id: string, change: Partial<ApprovalNode>): Flow => ({ ...flow,
  steps: flow.steps.map((step) => (step.id === id ? { ...step, ...change } as ApprovalNode : step)) })

async function draftOf(change: (flow: Flow) => Flow, key = 'plain'): Promise<DraftView> {
  const { data } = await as().post<DraftView>(`${url(key)}/draft`, { name: 'Next' })
  const { data: saved } = await as().put<SavedDraft>(`${url(key)}/draft/${data.id}`, { revision: 1, base: data.content,
    flow: change(data.flow) })
  return saved.draft
}
async function publish({ id, revision }: DraftView, key = 'plain'): Promise<string> {
  const answer = await as().post(`${url(key)}/draft/${id}/publish`, { revision, current: await current(key), reason: 'New order' })
  expect(answer).toMatchObject({ code: 200 })
  return current(key)
}
const census = async (of: object, more: object = {}, key = 'plain') =>
  (await as().post<Census>(`${url(key)}/census`, { of, size: 200, ...more })).data
const move = async (body: object, key = 'plain', who = 'flows') =>
  (await as(who).post<MoveResult>(`${url(key)}/census/move`, { choice: 'move', reason: 'New order', ...body })).data

it('each running document has a class, and moving does what the census said', async () => {
  const [first, second, third] = [await company.on.file('plain'), await company.on.file('plain'), await company.on.file('plain')]
  await company.on.pass(second, 'head')
  await company.on.pass(third, 'head', 'chief')
  const draft = await draftOf((flow) => changed(flow, 'second', { by: { rule: 'fixed', people: ['bob'] } }))
  const answer = await census({ draft: draft.id })
  expect(answer.counts).toEqual({ cosmetic: 0, same: 0, ahead: 2, behind: 1, impossible: 0 })
  const row = (id: string) => answer.records.find(({ document }) => document === id)
  expect(row(first)).toMatchObject({ class: 'ahead', sentence: { code: 'approval.census.ahead' }, now: [{ node: 'first' }],
    after: [{ node: 'first' }] })
  expect(row(second)).toMatchObject({ now: [{ people: [{ id: 'chief' }] }], after: [{ node: 'second', people: [{ id: 'bob' }] }] })
  expect(row(third)).toMatchObject({ class: 'behind', after: [{ node: 'second', people: [{ id: 'bob' }] }] })
  expect((await census({ draft: draft.id }, { class: 'behind' })).records.map(({ document }) => document)).toEqual([third])
  expect(await company.on.waiting(second)).toEqual(['second: chief'])

  const version = await publish(draft)
  expect(await company.on.waiting(second)).toEqual(['second: chief'])
  expect(await move({ version, classes: ['ahead'], except: [first, second] })).toEqual({ moved: 0, proposed: 0, skipped: [],
    atInitiator: 0 })
  expect(await move({ version, classes: ['ahead'] })).toEqual({ moved: 2, proposed: 0, skipped: [], atInitiator: 0 })
  expect([await company.on.waiting(first), await company.on.waiting(second), await company.on.waiting(third)]).toEqual([['first: head'], [
    'second: bob',
  ], ['third: anna']])
  expect(await move({ version, documents: [second] })).toMatchObject({ moved: 0,
    skipped: [{ document: second, why: { code: 'approval.census.sameVersion' } }] })
  expect((await company.on.events(second)).filter((type) => type === 'adminMoved')).toHaveLength(1)
  await company.on.pass(second, 'bob', 'anna')
  expect(await move({ version, documents: [third], choice: 'restart' })).toMatchObject({ moved: 1 })
  expect(await company.on.waiting(third)).toEqual(['first: head'])
})

it('documents that wait at their initiator, or would have nobody, stay where they are', async () => {
  const waiting = await company.on.file('plain')
  await company.on.do('v2/back', waiting, 'head', { desNodeId: 'start', comment: 'change it' })
  const stuck = await company.on.file('plain')
  const draft = await draftOf((flow) => changed(flow, 'third', { mode: 'all', by: { rule: 'fixed', people: ['anna', 'carl'] } }))
  const version = await publish(draft)
  expect((await move({ version, documents: [waiting] })).skipped).toMatchObject([{ why: { code: 'approval.census.waitsAtStart' } }])
  const without = await census({ flow: changed(draft.flow, 'first', { by: { rule: 'fixed', people: [] } }) })
  expect(without.records.find(({ document }) => document === stuck)).toMatchObject({ class: 'impossible',
    sentence: { code: 'approval.census.nobodyAt' }, after: [] })
  expect(await as().post(`${url('plain')}/census/move`, { version: 'another', choice: 'move', documents: [stuck], reason: 'x' }))
    .toMatchObject(
      { code: 42007 },
    )
  expect((await as('wang').post(`${url('plain')}/census/move`, { version, choice: 'move', reason: 'x' })).code).toBe(403)
})

it('what waits at its initiator is counted apart, is not moved with its class, and takes the new version when filed again', async () => {
  const [waiting, running] = [await company.on.file('plain'), await company.on.file('plain')]
  await company.on.do('v2/back', waiting, 'head', { desNodeId: 'start', comment: 'change it' })
  const draft = await draftOf((flow) => changed(flow, 'second', { by: { rule: 'fixed', people: ['frank'] } }))
  const { counts, atInitiator, records } = await census({ draft: draft.id })
  const row = (id: string) => records.find(({ document }) => document === id)
  expect([row(waiting)?.class, row(waiting)?.isAtInitiator, row(running)?.class, row(running)?.isAtInitiator])
    .toEqual(['ahead', true, 'ahead', false])
  const sum = Object.values(atInitiator).reduce((all, each) => all + each, 0)
  const version = await publish(draft)
  const moved = await move({ version, classes: ['cosmetic', 'same', 'ahead', 'behind'] })
  expect([moved.moved, moved.skipped, moved.atInitiator]).toEqual([
    Object.values(counts).reduce((all, each) => all + each, 0) - counts.impossible - sum,
    [],
    sum,
  ])
  expect(moved.atInitiator).toBeGreaterThan(0)
  const pinned = async (id: string) =>
    (await company.product.database.db.selectFrom('document').select('flow').where('id', '=', id).executeTakeFirstOrThrow()).flow
  expect([await pinned(running) === version, await pinned(waiting) === version]).toEqual([true, false])
  await company.on.file('plain', {}, { operate: 'edit', businessKey: waiting })
  expect(await pinned(waiting)).toBe(version)
})

it('two people who decide and move the same document at once: one of them is refused, or both hold', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => company.on.file('plain')))
  const draft = await draftOf((flow) => changed(flow, 'first', { by: { rule: 'fixed', people: ['dave'] } }))
  const version = await publish(draft)
  await Promise.all([move({ version, documents: ids }), ...ids.map((id) => company.on.do('pass', id, 'head').catch(() => undefined))])
  for (const id of ids) expect([['first: dave'], ['second: bob']]).toContainEqual(await company.on.waiting(id))
})

it('where money moves, a second person confirms each move', async () => {
  const draft = await draftOf((flow) => ({ ...flow, settings: { ...flow.settings, movesMoney: true } }))
  const version = await publish(draft)
  const id = await company.on.file('plain')
  const next = await publish(await draftOf((flow) => changed(flow, 'first', { by: { rule: 'fixed', people: ['erin'] } })))
  expect(next).not.toBe(version)
  expect(await move({ version: next, documents: [id] })).toEqual({ moved: 0, proposed: 1, skipped: [], atInitiator: null })
  expect(await company.on.waiting(id)).toEqual(['first: dave'])
  const { data } = await as('voider').post<{ records: { id: string; action: string; target: { en: string } }[] }>(
    '/workflow/intervention/page',
    { list: 'waiting' },
  )
  expect(data.records[0]).toMatchObject({ action: 'move', target: { en: expect.stringMatching(/^Version \d+$/) as string } })
  expect((await as('voider').post('/workflow/intervention/confirm', { id: data.records[0]!.id })).data).toMatchObject({
    outcome: 'confirmed',
  })
  expect(await company.on.waiting(id)).toEqual(['first: erin'])
})
