import { setTimeout as sleep } from 'node:timers/promises'
import type { ColumnType } from 'kysely'
import { MeaningfulError } from '#kernel/errors.ts'
import { instantOf, nowOf } from '#kernel/values/dates.ts'
import { storageOf } from '#server/attachments/storage/storage.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import { type Job, type JobWork, minutes } from '#server/jobs/job.ts'
import type { Env } from '#server/env.ts'
import { filers } from '../company/organisation.ts'
import { personId } from '../company/person-id.ts'
import { type DemoSamples, inOrder } from '../extension-points.ts'
import { type Chance, chance } from '../random.ts'
import { before } from '../stories/stage.ts'
import { fileStories, type DemoStory } from '../stories/story.ts'

/** Related documents filed one after the other, e.g. a trip and its claim. */
interface Chapter {
  /** Unique name, recorded once it is filed. */
  readonly name: string
  readonly stories: readonly DemoStory[]
}

/** Number of months up to the last finished one. */
const months = 24
const daysOfMonth = 30

/**
 * Two years of ordinary documents before the anchor, oldest first, as a basis for statistical comparisons. Deterministic per anchor; about
 * 135 documents in 30 days.
 */
export function history(samples: readonly DemoSamples[], anchor: Date): readonly Chapter[] {
  const people = filers().filter(({ userName }) => userName !== 'employee')
  const kinds = inOrder(samples).flatMap(({ past }) => (past ? [past] : []))
  return Array.from({ length: months }, (_, index) => months - index).flatMap((month) =>
    kinds.flatMap(({ name: kind, perMonth, stories }) =>
      Array.from({ length: perMonth }, (_, index) => {
        const name = `${kind}-${month}-${index}`
        const drawn = chance(`history-${name}`)
        const day = () => month * daysOfMonth + drawn.between(0, daysOfMonth - 1)
        return { name, stories: stories({ anchor, month, index, serial: month * 100 + index, drawn, day, at: () =>
          filedAt(anchor, day(), drawn), people }) }
      })
    )
  )
}

/** A time within a working day. */
const filedAt = (anchor: Date, daysAgo: number, drawn: Chance): Date =>
  new Date(before(anchor, daysAgo, 9).getTime() + drawn.between(0, 420) * 60_000)

interface DemoChapterTable {
  name: ColumnType<string, string, never>
  /** False if the rules of the product refused it. */
  allowed: ColumnType<boolean, boolean, never>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    demo_chapter: DemoChapterTable
  }
}

/** The demo company's present: DEMO_TODAY at the current time of day, or now. */
export const anchorOf = ({ demoToday }: Pick<Env, 'demoToday'>, now: Date): Date =>
  (demoToday && instantOf(`${demoToday} ${nowOf(now).slice(11)}`)) || now

/** Maximum duration of a run per minute in ms, so that other jobs are not delayed. */
const share = 30_000

/**
 * Background job that creates two years of history for the demo company. Documents are filed and decided through the engine, so that ledger
 * and statistics follow from them. Each chapter is one transaction and filed once; half of the time is left to users.
 */
export const demoHistory = (samples: readonly DemoSamples[]): Job => ({ name: 'demoHistory', every: minutes(1),
  run: (work) => fileHistory(samples, work) })

/** Marker written when a company is created with history; companies without it get none. */
const founding = 'founding'

/** Marker written after the last chapter. */
const whole = 'whole'

/** Returns whether the history is still being filed. */
export async function isHistoryPending(db: Db, { env }: Pick<Host, 'env'>): Promise<boolean> {
  if (!env.demo || !env.demoHistory) return false
  const rows = await db.selectFrom('demo_chapter').select('name').where('name', 'in', [founding, whole]).execute()
  return rows.some(({ name }) => name === founding) && !rows.some(({ name }) => name === whole)
}

/** Marks the company as created with history, which starts the job. */
export const beginHistory = (db: Db): Promise<unknown> => db.insertInto('demo_chapter').values({ name: founding, allowed: true }).execute()

async function fileHistory(samples: readonly DemoSamples[], work: JobWork): Promise<void> {
  const { host: { env, clock }, db, at, signal } = work
  if (!env.demo || !env.demoHistory) return
  const written = new Set((await db.selectFrom('demo_chapter').select('name').execute()).map(({ name }) => name))
  if (!written.has(founding) || written.has(whole)) return
  const anchor = await presentOf(work)
  for (const chapter of history(samples, anchor).filter(({ name }) => !written.has(name))) {
    if (signal.aborted || clock.now().getTime() - at.getTime() > share) return
    const began = performance.now()
    await fileChapter(work, chapter, anchor)
    await sleep(performance.now() - began, undefined, { signal }).catch(() => undefined)
  }
  await db.insertInto('demo_chapter').values({ name: whole, allowed: true }).onConflict((conflict) => conflict.doNothing()).execute()
}

/** The company's present: DEMO_TODAY, or the time when it was created. */
async function presentOf({ host, db }: JobWork): Promise<Date> {
  const { create_time: founded } = await db.selectFrom('sys_user').select('create_time').where('id', '=', personId('admin'))
    .executeTakeFirstOrThrow()
  return anchorOf(host.env, founded)
}

/** Files a chapter; one refused by the product's rules, e.g. for overlapping trips, is recorded as not allowed and skipped. */
async function fileChapter({ host, db }: JobWork, { name, stories }: Chapter, anchor: Date): Promise<void> {
  try {
    await transaction(db, async (current) => {
      await current.insertInto('demo_chapter').values({ name, allowed: true }).execute()
      await pastAndRead(current,
        await fileStories({ host, flows: host.definitions, storage: storageOf(host.env), db: current, anchor }, stories))
    })
  } catch (error) {
    if (!(error instanceof Error && error.cause instanceof MeaningfulError)) throw error
    host.log.debug({ err: error }, 'the rules do not allow an occasion of the demo company’s past')
    await db.insertInto('demo_chapter').values({ name, allowed: false }).onConflict((conflict) => conflict.doNothing()).execute()
  }
}

/** Marks messages, copies and tasks of past documents as read, and cancels pending notifications. */
async function pastAndRead(db: Db, documents: readonly string[]): Promise<void> {
  const messages = db.selectFrom('message').select('id').where('document', 'in', [...documents])
  await db.deleteFrom('message_waiting').where('message', 'in', messages).execute()
  await db.updateTable('message').set((eb) => ({ read_at: eb.ref('created_at') })).where('document', 'in', [...documents]).execute()
  await db.updateTable('cc').set((eb) => ({ read_at: eb.ref('added_at') })).where('document', 'in', [...documents]).execute()
  await db.updateTable('task').set({ read: true }).where('document', 'in', [...documents]).execute()
}
