import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { canDesign, type DraftView } from '#kernel/flow/design.ts'
import type { WhatIfRun } from '#kernel/flow/design-analysis.ts'
import { Refused } from '#kernel/errors.ts'
import { percent } from '#kernel/fields.ts'
import type { Block, Flow } from '#kernel/flow.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { type ApprovalProduct, approvalProduct } from '../testing-company.ts'
import { figuresOf, resultOf } from './what-if.ts'

let company: ApprovalProduct
beforeAll(async () => {
  company = await approvalProduct()
  await roles(company.product.database.db).grant('workflowAdmin', ['workflow:instance:admin', ...Object.values(canDesign)])
})
afterAll(() => company?.product.close())

const url = '/workflow/def/plain'
const as = (who = 'flows') => company.product.as(who, 'en_US')
const period = { from: '2026-11-01', to: '2026-11-30' }
const ended = async ({ id }: WhatIfRun): Promise<WhatIfRun> =>
  vi.waitUntil(async () => {
    const { data } = await as().get<WhatIfRun>(`${url}/what-if/${id}`)
    return data.state === 'running' ? undefined : data
  }, { timeout: 120_000, interval: 200 })

it('sends the documents of a period through the new version and says what differs, and for whom', async () => {
  await Promise.all(['1', '2', '3'].map((title) => company.on.file('plain', { title })))
  const { data: draft } = await as().post<DraftView>(`${url}/draft`, { name: 'What if' })
  const flow: Flow = { ...draft.flow,
    steps: draft.flow.steps.map((step) =>
      step.id === 'second' ? { ...step, by: { rule: 'fixed', people: ['bob'] } } as typeof step : step
    ) }
  const run = await ended((await as().post<WhatIfRun>(`${url}/what-if`, { of: { flow }, ...period })).data)
  expect(run).toMatchObject({ state: 'done', done: 3, total: 3,
    result: { documents: 3, changed: 3, refused: 0, tasksBefore: 9, tasksAfter: 9, causes: [{ node: 'second', documents: 3 }] } })
  expect(run.result?.burden.map(({ id, before, after }) => [id, before, after]).toSorted()).toEqual([['bob', 0, 3], ['chief', 3, 0]])
  expect(run.result?.examples[0]).toMatchObject({
    after: [{ node: 'first', people: ['head中/head'] }, { node: 'second', people: ['bob中/bob'] }, { node: 'third',
      people: ['anna中/anna'] }],
  })
}, 150_000)

it('names a step that is removed as the cause, not the one that follows it', async () => {
  const { data: draft } = await as().post<DraftView>(`${url}/draft`, { name: 'Shorter' })
  const flow: Flow = { ...draft.flow, steps: draft.flow.steps.filter(({ id }) => id !== 'second') }
  const run = await ended((await as().post<WhatIfRun>(`${url}/what-if`, { of: { flow }, ...period })).data)
  expect(run.result).toMatchObject({ changed: 3, tasksBefore: 9, tasksAfter: 6, causes: [{ node: 'second', documents: 3 }] })
}, 150_000)

it('names what the default branch stands for as the cause', async () => {
  const { data: draft } = await as().post<DraftView>(`${url}/draft`, { name: 'Branched' })
  const [first, second, ...rest] = draft.flow.steps as [Block, Block, ...Block[]]
  const other = { ...second, id: 'other', by: { rule: 'fixed', people: ['bob'] } } as Block
  const flow: Flow = { ...draft.flow,
    steps: [first, { block: 'exclusive', id: 'fork', branches: [{ when: 'title = "1"', steps: [second] }], otherwise: [other] }, ...rest] }
  const run = await ended((await as().post<WhatIfRun>(`${url}/what-if`, { of: { flow }, ...period })).data)
  const cause = 'not(title = "1")'
  expect(run.result).toMatchObject({ changed: 2, causes: [{ cause: { cn: cause, en: cause }, documents: 2 }] })
}, 150_000)

it('tries figures as their fields take them, and refuses others', async () => {
  const plugin = definePlugin({ id: 'limits', dictionaries: [{ key: 'limit', cn: '限额', en: 'Limits', parameters: true, items: [
    { value: 'share', cn: '0.5', en: '0.5', meaning: { cn: '比例', en: 'Share' },
      measure: { field: percent({ cn: '比例', en: 'Share' }) } },
  ] }] })
  const tried = (name: string, value: string | number) => figuresOf([plugin], [{ dictionary: 'limit', name, value }])
  expect([...tried('share', '35')]).toEqual([['limit share', '0.35']])
  expect(() => tried('share', 'half')).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ field: 'parameters.0.value' })] }),
  )
  expect(() => tried('other', '35')).toThrow(Refused)
  const { current } = (await as().get<{ current: string }>(`${url}/design`)).data
  expect(
    await as().post(`${url}/what-if`, { of: { version: current }, ...period,
      parameters: [{ dictionary: 'limit', name: 'share', value: '1' }] }),
  ).toMatchObject({ code: 42009, data: { fields: [{ name: 'parameters.0.value' }] } })
})

it('is cancelled, and is for those who administer flows', async () => {
  const { data } = await as().post<WhatIfRun>(`${url}/what-if`, { of: { version: (await as().get<{ current: string }>(`${url}/design`)).data
    .current }, ...period })
  expect(['cancelled', 'done']).toContain((await as().delete<WhatIfRun>(`${url}/what-if/${data.id}`)).data.state)
  expect((await as('wang').post(`${url}/what-if`, { of: { version: 'x' }, ...period })).code).toBe(403)
  expect((await as().get(`${url}/what-if/unknown`)).code).toBe(404)
})

it('ends a run whose process crashed, and removes the oldest ones', async () => {
  const { db } = company.product.database
  const row = (id: string, state: 'running' | 'done', at: Date) => ({ id, key: 'plain', state, total: 1, by: 'flows', at, alive_at: at })
  await db.insertInto('flow_what_if').values([row('crashed', 'running', new Date('2026-01-01')),
    ...Array.from({ length: 30 }, (_, at) => row(`0${at + 10}`, 'done', new Date('2026-01-02')))]).execute()
  expect((await as().get<WhatIfRun>(`${url}/what-if/crashed`)).data.state).toBe('failed')
  const { current } = (await as().get<{ current: string }>(`${url}/design`)).data
  await ended((await as().post<WhatIfRun>(`${url}/what-if`, { of: { version: current }, ...period })).data)
  const { count } = await db.selectFrom('flow_what_if').select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  expect(Number(count)).toBeLessThanOrEqual(21)
}, 150_000)

it('counts money, burden and days of what can be filed, and what cannot apart', () => {
  const way = (people: readonly string[], hours: number, isRefused = false) => ({
    steps: people.map((each) => ({ node: 'n', cn: '步', en: 'step', people: [each] })),
    people,
    hours,
    isRefused,
  })
  const document = (id: string, amount: string) => ({ id, number: id, starter: 'w', applicant: 'w', value: {}, choices: [], amount })
  const cause = { node: 'n', label: { cn: '金额', en: 'amount' } }
  const result = resultOf([
    { document: document('1', '0.10'), row: { document: '1', before: way(['a'], 8), after: way(['b', 'b'], 16), cause } },
    { document: document('2', '0.20'), row: { document: '2', before: way(['a'], 8), after: way(['b'], 24), cause } },
    { document: document('3', '9'), row: { document: '3', before: way(['a'], 8), after: way([], 0, true), cause } },
  ], (id) => id)
  expect(result).toMatchObject({ documents: 3, changed: 2, changedAmount: '0.30', refused: 1, tasksBefore: 2, tasksAfter: 3, daysBefore: 1,
    daysAfter: 2.5, burden: [{ id: 'b', before: 0, after: 3 }, { id: 'a', before: 2, after: 0 }],
    causes: [{ node: 'n', documents: 2, amount: '0.30' }] })
})
