import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Db } from '#server/database/tables.ts'
import type { Manner } from './tables.ts'

/** Response of the simulated SAP: status and JSON. */
export interface SapAnswer {
  readonly status: number
  readonly body: unknown
}

/** Response with data (200). */
export const found = (body: unknown): SapAnswer => ({ status: 200, body })
export const unknown: SapAnswer = { status: 404, body: { message: '' } }
/** Refusal (422), optionally with code and field. */
export const refused = (message: string, about: { readonly code?: string; readonly field?: string } = {}): SapAnswer => ({ status: 422,
  body: { message, ...about } })

/** Response with one page of the given rows. */
export function pageOf(rows: readonly object[], query: URLSearchParams): SapAnswer {
  const [page, size] = [numberAt(query, 'page', 1), numberAt(query, 'size', 50)]
  return found({ items: rows.slice((page - 1) * size, page * size), total: rows.length })
}

const numberAt = (query: URLSearchParams, name: string, otherwise: number): number =>
  Math.max(1, Math.trunc(Number(query.get(name) ?? otherwise)) || otherwise)

/** Rows whose code or name contains the keyword of the query. */
export function searched<Row extends { readonly code: string; readonly nameCn: string; readonly nameEn: string }>(rows: readonly Row[],
  query: URLSearchParams): Row[] {
  const keyword = (query.get('keyword') ?? '').toLowerCase()
  return rows.filter(({ code, nameCn, nameEn }) => `${code} ${nameCn} ${nameEn}`.toLowerCase().includes(keyword))
}

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
