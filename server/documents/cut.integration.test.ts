import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConnectionCut, cutAt } from '#server/database/testing-cuts.ts'
import { everyNth } from '#server/testing-scale.ts'
import { changingCalls, type TestCall, sendCall } from './testing-calls.ts'
import { approvalProduct } from './testing-company.ts'

let company: Awaited<ReturnType<typeof approvalProduct>>

beforeAll(async () => {
  company = await approvalProduct()
})
afterAll(() => company?.product.close())

/** Calls in addition to those of the routes: resubmitting uses the call of the first filing. */
const calls: typeof changingCalls = {
  ...changingCalls,
  'filing again': async ({ on }) => {
    const id = await on.file('plain')
    await on.do('refuse', id, 'head', { comment: '不' })
    return { by: 'wang', url: '/oaserver/plain/apply', document: id,
      body: { operate: 'edit', businessKey: id, business: { title: '改', remark: '二' } } }
  },
  'passing with a change': async ({ on }) => {
    const id = await on.file('direct')
    return { by: 'head', url: '/workflow/pass', document: id, body: { taskId: await on.task(id, 'head'), business: { amount: '12.50' } } }
  },
}

let keys = 0
const newKey = () => `cut-${(keys += 1)}`

const tables = ['document', 'document_event', 'task', 'cc', 'message', 'document_link', 'number_sequence', 'number_free', 'attachment',
  'idempotency'] as const

/** Returns all rows that an action may write. */
async function everything(): Promise<string[]> {
  const { db } = company.product.database
  const read = async (table: string) =>
    (await sql<{ row: string }>`select ${table} || each::text as row from ${sql.table(table)} each order by 1`.execute(db)).rows
  return (await Promise.all(tables.map(read))).flat().map(({ row }) => row)
}

/** Waits until PostgreSQL has ended the cut backends, and so rolled their transactions back. */
async function noticed({ backends }: ConnectionCut): Promise<void> {
  const { db } = company.product.database
  const isThere = async () => (await sql`select from pg_stat_activity where pid = any(${[...backends]})`.execute(db)).rows.length > 0
  while (await isThere()) await sleep(1)
}

/** Makes a call and cuts its connection at the nth statement. @returns the answer and the cut */
async function interrupted(sent: TestCall, key: string, at: number | 'afterCommit') {
  await company.product.as(sent.by).bearer()
  const cut = cutAt(at)
  const answer = await sendCall(company.product, sent, key).finally(cut.end)
  if (cut.isDone) await noticed(cut)
  return { answer, cut }
}

/** The state of the document after an action. */
async function left(sent: TestCall, data: unknown) {
  const { db } = company.product.database
  const id = sent.document ?? (data as { businessKey: string }).businessKey
  const { state, round, revision } = await db.selectFrom('document').select(['state', 'round', 'revision']).where('id', '=', id)
    .executeTakeFirstOrThrow()
  const messages = await db.selectFrom('message').select(['recipient', 'kind', 'seq']).where('document', '=', id).orderBy('seq').orderBy(
    'recipient',
  ).orderBy('kind').execute()
  const tasks = await db.selectFrom('task').select(['node', 'assignee', 'state', 'result']).where('document', '=', id).orderBy('node')
    .orderBy('assignee').orderBy('state')
    .execute()
  const copies = await db.selectFrom('cc').select('person').where('document', '=', id).orderBy('person').execute()
  return { state, round, revision, messages: messages, tasks, copies, events: await company.on.events(id) }
}

describe('whenever the connection is cut', () => {
  it.each(everyNth(2, Object.keys(calls)))('%s is not begun or done, and sending it again does it once', async (name) => {
    const [plain, atStatements, atCommit] = [await calls[name]!(company), await calls[name]!(company), await calls[name]!(company)]
    const undisturbed = await left(plain, (await sendCall(company.product, plain, newKey())).data)
    // begin, idempotency key, document, writes of the action, answer, commit
    expect(await cutEverywhere(atStatements, undisturbed)).toBeGreaterThanOrEqual(6)
    await cutAfterCommit(atCommit, undisturbed)
  })

  it('the books agree', () => company.product.audit())
})

type RemainingState = Awaited<ReturnType<typeof left>>

/** Cuts at the first statement, then the second and so on until the call succeeds. @returns the number of statements */
async function cutEverywhere(sent: TestCall, undisturbed: RemainingState): Promise<number> {
  const key = newKey()
  for (let cuts = 0;; cuts += 1) {
    const before = await everything()
    const { answer, cut } = await interrupted(sent, key, cuts + 1)
    if (!cut.isDone) {
      await isDoneOnce(sent, { key, answer, undisturbed })
      return cuts
    }
    expect(answer.code).not.toBe(200)
    expect(await everything()).toEqual(before)
  }
}

/** Cuts after the commit: everything is stored, but the caller gets no answer. */
async function cutAfterCommit(sent: TestCall, undisturbed: RemainingState): Promise<void> {
  const key = newKey()
  const { answer: lost, cut } = await interrupted(sent, key, 'afterCommit')
  expect([cut.isDone, lost.code === 200]).toEqual([true, false])
  const after = await everything()
  const answer = await sendCall(company.product, sent, key)
  expect(await everything()).toEqual(after)
  await isDoneOnce(sent, { key, answer, undisturbed })
}

async function isDoneOnce(sent: TestCall,
  { key, answer, undisturbed }: { key: string; answer: CallReply; undisturbed: RemainingState }): Promise<void> {
  expect(answer).toMatchObject({ code: 200 })
  expect(await left(sent, answer.data)).toEqual(undisturbed)
  const after = await everything()
  expect(await sendCall(company.product, sent, key)).toEqual(answer)
  expect(await everything()).toEqual(after)
}

type CallReply = Awaited<ReturnType<typeof sendCall>>
