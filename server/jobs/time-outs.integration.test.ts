import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defineFlow, type Flow, type TimeoutAction } from '#kernel/flow.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { approvalProduct, formNamed, withForms } from '#server/documents/testing-company.ts'
import { timeOuts } from './deadlines.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']
beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())

const plain = formNamed('plain')
const first = (onTimeout: TimeoutAction): Flow =>
  defineFlow(plain.flow.steps.map((step) => step.id === 'first' && step.block === 'approve' ? { ...step, dueHours: 2, onTimeout } : step),
    plain.flow.settings)

async function filedWith(onTimeout: TimeoutAction) {
  const { as, composition } = await product.upgraded([withForms({ ...plain, flow: first(onTimeout) })])
  const { data } = await as('wang').post<{ businessKey: string }>('/oaserver/plain/apply', { business: { title: 'late' } })
  const run = (at: string) =>
    timeOuts(composition.host.definitions).run({ host: { ...composition.host, log: pino({ level: 'silent' }) } as never,
      db: product.database.db, at: new Date(at), signal: new AbortController().signal })
  return { id: data.businessKey, run }
}

it('acts once working hours are over, not before, and counts no weekend', async () => {
  const { id, run } = await filedWith({ action: 'pass' })
  await run('2026-11-20T11:59:00+08:00')
  expect(await on.waiting(id)).toEqual(['first: head'])
  await run('2026-11-20T12:00:00+08:00')
  expect(await on.waiting(id)).toEqual(['second: chief'])
  await run('2026-12-20T12:00:00+08:00')
  expect(await on.waiting(id)).toEqual(['second: chief'])
})

const messages = async (id: string) =>
  (await product.database.db.selectFrom('message').innerJoin('document', 'document.id', 'message.document')
    .select(['recipient', 'content', 'en_content', 'number']).where('document', '=', id).where('message.kind', '<>', 'arrived')
    .orderBy('recipient').execute()).map(({ recipient, content, en_content: english, number }) =>
      `${recipient}: ${content} ${english}`.replaceAll(number, 'NO')
    )

it('reminds once when the time is over, where the step says so', async () => {
  const { id, run } = await filedWith({ action: 'remind' })
  await run('2026-11-20T11:59:00+08:00')
  expect(await messages(id)).toEqual([])
  await run('2026-11-20T12:00:00+08:00')
  await run('2026-11-20T12:10:00+08:00')
  expect(await messages(id)).toEqual(['head: 单据plain（NO）已逾期 The form plain (NO) is overdue'])
})

it('says in its messages that nobody decided in time', async () => {
  const { id, run } = await filedWith({ action: 'return', to: 'start' })
  await run('2026-11-23T18:00:00+08:00')
  expect(await messages(id)).toEqual([
    'head: 您未按时处理单据plain（NO）的“节点first”，已退回 You didn’t decide “Node first” of the form plain (NO) in time: it was returned',
    'wang: 系统将单据plain（NO）退回给您修改：办理人超时未处理 System returned your form plain (NO) for changes: not decided in time',
  ])
})

it('hands on to a role, returns and refuses, each in the history of the document', async () => {
  const handed = await filedWith({ action: 'handOn', to: { role: 'oaAdmin' } })
  await handed.run('2026-11-23T18:00:00+08:00')
  expect(await on.waiting(handed.id)).toEqual(['first: voider'])
  const returned = await filedWith({ action: 'return', to: 'start' })
  await returned.run('2026-11-23T18:00:00+08:00')
  expect(await on.waiting(returned.id)).toEqual(['start: wang'])
  const refused = await filedWith({ action: 'refuse' })
  await refused.run('2026-11-23T18:00:00+08:00')
  expect(await on.events(refused.id)).toContain('refused')
  await product.audit()
})
