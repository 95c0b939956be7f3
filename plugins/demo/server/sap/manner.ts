import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '#server/database/tables.ts'
import type { SapAnswer } from './answer.ts'
import type { Manner } from './tables.ts'

/** Selectable misbehaviours of the simulated SAP. */
const manners = ['slow', 'refuses', 'locked', 'losesAnswers'] as const satisfies readonly Manner[]

/** Request to set a misbehaviour: affected postings and duration. */
export const mannerInput = z.strictObject({
  manner: z.enum(['answers', ...manners]),
  /**
   * Restricts it to postings whose path or content contains this text, e.g. a vendor, material or document number. Readings whose path or
   * query contains it are slow or lost as well.
   */
  about: z.string().trim().max(80).default(''),
  minutes: z.int().min(1).max(1_440).default(10),
})

/** Sets the misbehaviour; `answers` restores normal operation. */
export async function setManner(db: Db, { manner, about, minutes }: z.output<typeof mannerInput>, at: Date): Promise<void> {
  await db.deleteFrom('demo_sap_manner').where('about', '=', about).execute()
  if (manner === 'answers') return
  await db.insertInto('demo_sap_manner').values({ manner, about, until: new Date(at.getTime() + minutes * 60_000) }).execute()
}

/** Delay of slow responses in ms; below the client's timeout. */
const slowness = 6_000

interface SapCall {
  readonly path: string
  readonly body: unknown
  readonly at: Date
}

/** Processes a posting with the active misbehaviour; undefined for a lost response. */
export async function inManner(db: Db, posting: SapCall, post: () => Promise<SapAnswer>): Promise<SapAnswer | undefined> {
  const manner = await mannerFor(db, posting)
  if (manner === 'refuses') return { status: 422, body: { message: 'E F5 201  Posting period is not open', code: 'F5 201' } }
  if (manner === 'locked') return { status: 423, body: { message: 'E 06 170  Record is locked by user BATCH01', code: '06 170' } }
  if (manner === 'slow') await wait(slowness)
  const answer = await post()
  return manner === 'losesAnswers' ? undefined : answer
}

/** Processes a reading with the active misbehaviour: delayed, or undefined for a lost response. */
export async function readInManner(db: Db,
  { path, query, at }: { readonly path: string; readonly query: URLSearchParams; readonly at: Date },
  read: () => Promise<SapAnswer> | SapAnswer): Promise<SapAnswer | undefined> {
  const manner = await mannerFor(db, { path: `${path} ${query}`, body: '', at }, true)
  if (manner === 'slow') await wait(slowness)
  return manner === 'losesAnswers' ? undefined : read()
}

async function mannerFor(db: Db, { path, body, at }: SapCall, isNamed = false): Promise<Manner | undefined> {
  const rows = await db.selectFrom('demo_sap_manner').select(['manner', 'about']).where('until', '>', at).orderBy('id', 'desc').execute()
  const request = `${path} ${JSON.stringify(body)}`
  return rows.find(({ about }) => (about !== '' || !isNamed) && request.includes(about))?.manner
}
