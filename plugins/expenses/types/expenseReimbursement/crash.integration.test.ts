import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import declarations from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { auditData } from '#server/audit-data.ts'
import { open } from '#server/database/open.ts'
import type { Db } from '#server/database/tables.ts'
import { scaled } from '#server/testing-scale.ts'
import { historyOf } from '#server/documents/store/history.ts'
import { messagesOf } from '#server/messages/recipients.ts'
import { evolve } from '#approval/engine.ts'
import type { Event } from '#approval/event.ts'
import type { DocumentState } from '#approval/types.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { type HistoryMove, movers } from '#plugins/expenses/server/testing-claim-moves.ts'
import { claim, row, type } from '#plugins/expenses/server/testing-claims.ts'
import { personId } from '#plugins/demo/server/company/person-id.ts'
import { type Killable, killable } from '#plugins/demo/server/testing-killable.ts'

const log = pino({ level: 'silent' })
let product: Killable

beforeAll(async () => {
  product = await killable()
})
afterAll(() => product?.remove())

const yesterday = todayOf(new Date(Date.now() - 86_400_000))
const business = (title: string) =>
  claim([row('3.00', { expenseDate: yesterday }), row('4.50', { expenseDate: yesterday })], { title, overBudgetExplanation: '测试',
    overdueExplanation: '测试' })

/** Titles of acknowledged claims by id, and all attempted titles. */
const filed = new Map<string, string>()
const attempted: string[] = []

/** Files claims until stopped; a call without a response is repeated with the same idempotency key. */
async function file(name: string, isOver: () => boolean): Promise<void> {
  for (let count = 0; !isOver(); count += 1) {
    const title = `${name}-${count}`
    attempted.push(title)
    for (let done = false; !done && !isOver();) {
      const answer = await product.ask({ by: 'quality', path: `/oaserver/${type}/apply`, body: { business: business(title) }, key: title })
      done = answer?.code === 200
      if (done) filed.set((answer!.data as { businessKey: string }).businessKey, title)
      else await sleep(30)
    }
  }
}

const usual = ['passed', 'transferred', 'countersigned', 'commented']
const approvers = ['yangfan', 'accountant', 'finance', 'cashier', 'head', 'rd', 'it']

const bothInAnyOrder = () => (['database', 'product'] as const).toSorted(() => Math.random() - 0.5)
const kills = scaled({ enough: [bothInAnyOrder()], all: [['product'], ['database'], bothInAnyOrder()] as const })

it('keeps what it said was done, and nothing by halves, whoever is killed under load', async () => {
  let over = false
  const isOver = () => over
  const moving = movers(product, isOver, { ids: () => [...filed.keys()].slice(-8), business: (id) => business(filed.get(id)!) })
  const load = [file('a', isOver), file('b', isOver), ...approvers.map((by, turn) => moving.approver(by, turn)),
    moving.initiator('quality'), moving.administrator('weichen')]
  try {
    for (const victims of kills) {
      await untilDone(() => filed.size + moving.acknowledged.length, 5 + Math.random() * 5)
      await product.kill(victims)
    }
    await untilDone(() => moving.acknowledged.length, 5)
    // wait until each kind of action has been acknowledged, which takes longer on slow machines
    while (usual.some((event) => !moving.acknowledged.some((move) => move.event === event)) || filed.size <= 5) await sleep(10)
  } finally {
    over = true
  }
  await Promise.all(load)
  await product.stop()

  const { mismatches, checked } = await auditData(product.env, { plugins: declarations, serverPlugins, log })
  expect(mismatches).toEqual([])
  expect(checked['documents']).toBeGreaterThanOrEqual(filed.size)

  const database = await open(product.env, log)
  try {
    await filingsAreKept(database.db)
    const histories = await readHistories(database.db)
    movesAreKept(histories, moving)
    await isNotifiedOnce(database.db, histories)
  } finally {
    await database.close()
  }
}, 240_000)

/** Waits until a counter has increased by a number, independent of the machine's speed. */
async function untilDone(count: () => number, more: number): Promise<void> {
  const enough = count() + more
  while (count() < enough) await sleep(10)
}

async function filingsAreKept(db: Db): Promise<void> {
  const stored = await db.selectFrom('document').select(['id', 'title']).execute()
  const titles = new Map(stored.map(({ id, title }) => [id, title]))
  expect(filed.size).toBeGreaterThan(5)
  expect([...filed].filter(([id, title]) => titles.get(id) !== title)).toEqual([])
  // repeated keys must not file twice
  expect(new Set(titles.values()).size).toBe(stored.length)
  expect(stored.filter(({ title }) => !attempted.includes(title))).toEqual([])
}

type Histories = ReadonlyMap<string, Awaited<ReturnType<typeof historyOf>>>

async function readHistories(db: Db): Promise<Histories> {
  const documents = await db.selectFrom('document').select('id').execute()
  return new Map(await Promise.all(documents.map(async ({ id }) => [id, await historyOf(db, id)] as const)))
}

/** Expects each acknowledged action in the history exactly as often as performed; actions with an unknown outcome are optional. */
function movesAreKept(histories: Histories, { acknowledged, unknown }: ReturnType<typeof movers>): void {
  const named = ({ document, event, by }: HistoryMove) => `${document} ${event} ${by}`
  const filings = [...filed.keys()].map((document) => ({ document, event: 'started', by: personId('quality') }))
  const [kept, perhaps, found] = [
    counts([...acknowledged, ...filings].map(named)),
    counts(unknown.map(named)),
    counts(
      [...histories].flatMap(([document, entries]) => entries.map(({ event: { type: event, by } }) => named({ document, event, by }))),
    ),
  ]
  const wrong = [...kept].filter(([move, times]) =>
    (found.get(move) ?? 0) < times || (found.get(move) ?? 0) > times + (perhaps.get(move) ?? 0)
  )
  expect(wrong.map(([move, times]) => `${move}: ${times}, found ${found.get(move)}`)).toEqual([])
}

function counts(names: readonly string[]): Map<string, number> {
  const count = new Map<string, number>()
  for (const name of names) count.set(name, (count.get(name) ?? 0) + 1)
  return count
}

/** Expects each notification that follows from the histories exactly once. */
async function isNotifiedOnce(db: Db, histories: Histories): Promise<void> {
  const rows = await db.selectFrom('message').select(['document', 'recipient', 'kind', 'seq']).where('seq', '>', 0).execute()
  const notified = rows.map(({ document, recipient, kind, seq }) => `${document} ${seq} ${kind} ${recipient}`).toSorted()
  expect(notified).toEqual([...histories].flatMap(([document, entries]) => due(document, entries)).toSorted())
}

/** Messages that follow from a history; entries of one action share author and time. */
function due(document: string, entries: readonly { event: Event }[]): string[] {
  const lines: string[] = []
  let state: DocumentState | undefined
  for (let first = 0, next = 0; first < entries.length; first = next) {
    const before = state
    const { by, at } = entries[first]!.event
    for (next = first; entries[next]?.event.by === by && entries[next]?.event.at === at; next += 1)
      state = evolve(state, entries[next]!.event)
    const events = entries.slice(first, next).map(({ event }) => event)
    lines.push(
      ...messagesOf({ events, before, after: state!, directory: { holders: () => [] } }).map(({ event, kind, recipient }) =>
        `${document} ${first + event + 1} ${kind} ${recipient}`
      ),
    )
  }
  return lines
}
