import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Db } from '#server/database/tables.ts'
import '#plugins/cost-centres/server/public-api.ts'
import '#plugins/masters/server/public-api.ts'
import { found, refused, type SapAnswer, unknown } from './answer.ts'
import './tables.ts'

interface SapRequest {
  readonly key: string | undefined
  readonly body: unknown
  readonly at: Date
}

/** First number per kind of record; numbers are consecutive. */
const first: Readonly<Record<string, number>> = {
  '/assets': 3_100_000_000,
  '/asset-settlements': 1_900_000_000,
  '/vendors': 200_900_000,
  '/info-records': 5_300_000_000,
  '/conditions': 8_200_000_000,
  '/agreements': 4_600_000_000,
  '/manufacturer-parts': 7_700_000_000,
  '/material-documents': 4_900_000_000,
  '/reservations': 6_500_000,
  '/planned-requirements': 1_200_000,
  '/approval-results': 9_100_000_000,
  '/change-masters': 500_000_000,
  '/bom-item-sets': 600_000_000,
  '/material-revisions': 700_000_000,
}

/** Paths that cancel or delete records created by others. */
const takingBack = new Set(['/agreements/close', '/manufacturer-parts/delete', '/reservations/delete', '/material-documents/cancel'])

/** Returns whether the simulated SAP handles a path as a record. */
export const isRecordPath = (path: string): boolean => path in first || takingBack.has(path)

/** Creates a record, idempotent by key: a repetition gets the same response, or a conflict (409) if the content differs. */
export async function postRecord(db: Db, path: string, { key, body, at }: SapRequest): Promise<SapAnswer> {
  if (!key || typeof body !== 'object' || body === null) return refused('Message is incomplete', { code: '00 398' })
  const known = await keptUnder(db, key)
  if (known)
    return isDeepStrictEqual(known.body, JSON.parse(JSON.stringify(body)))
      ? answerOf(known)
      : { status: 409, body: { message: 'The key was used for another record' } }
  return takingBack.has(path) ? takeBack(db, { key, body, at }) : ((await refusalOf(db, body, at)) ?? keep(db, { key, path, body, at }))
}

async function takeBack(db: Db, { key, body, at }: { readonly key: string; readonly body: object; readonly at: Date }): Promise<SapAnswer> {
  const number = z.object({ number: z.string() }).safeParse(body).data?.number
  const record = number === undefined
    ? undefined
    : (await db.selectFrom('demo_sap_record').select(['id', 'path', 'key']).execute()).find((row) => numberOf(row) === number)
  if (!record) return unknown
  await db.updateTable('demo_sap_record').set({ taken_back_at: at }).where('key', '=', record.key).execute()
  return keep(db, { key, path: record.path, body, at })
}

async function keep(db: Db,
  { key, path, body, at }: { readonly key: string; readonly path: string; readonly body: object; readonly at: Date }): Promise<SapAnswer> {
  await db.insertInto('demo_sap_record').values({ key, path, body: JSON.stringify(body), posted_at: at }).onConflict((conflict) =>
    conflict.doNothing()
  ).execute()
  const now = await keptUnder(db, key)
  return now ? answerOf(now) : refused('Not posted')
}

const keptUnder = (db: Db, key: string) =>
  db.selectFrom('demo_sap_record').select(['id', 'path', 'body']).where('key', '=', key).executeTakeFirst()

const numberOf = ({ id, path }: { readonly id: string; readonly path: string }): string =>
  `${path === '/vendors' ? 'V' : ''}${(first[path] ?? 9_000_000_000) + Number(id)}`

const answerOf = (row: { readonly id: string; readonly path: string }): SapAnswer => found({ number: numberOf(row) })

/** Code of an SAP record; empty if absent. */
const code = z.string().catch('')
const named = z.object({ costCentre: code, vendor: code, material: code, plant: code, purchaseOrg: code })

/**
 * Refusals like those of SAP: closed or unknown cost centres, materials of other plants, and vendors not set up for a purchasing
 * organisation.
 */
async function refusalOf(db: Db, body: object, at: Date): Promise<SapAnswer | undefined> {
  const { costCentre, vendor, material, plant, purchaseOrg } = named.parse(body)
  if (costCentre && !(await isOpenCentre(db, costCentre)))
    return refused(`E KI 265  Cost center 1000/${costCentre} does not exist on ${day(at)}\nE RW 609  Error in document: BKPFF $ HYOA 1000`,
      { code: 'KI 265', field: 'costCentre' })
  if (isNotSetUp(vendor, purchaseOrg))
    return refused(`E 06 321  Supplier ${vendor} has not been created by purchasing organization ${purchaseOrg}`, { code: '06 321',
      field: 'vendor' })
  return materialRefusal(db, material, plant)
}

async function materialRefusal(db: Db, material: string, plant: string): Promise<SapAnswer | undefined> {
  if (material === '' || plant === '' || (await isOfPlant(db, material, plant))) return undefined
  return refused(`E M3 351  Material ${material} not maintained in plant ${plant}`, { code: 'M3 351', field: 'material' })
}

const day = (at: Date) => at.toISOString().slice(0, 10)

async function isOpenCentre(db: Db, code: string): Promise<boolean> {
  return (await db.selectFrom('cost_center').select('id').where('code', '=', code).where('status', '<>', '2').where('del_flag', '=', 0)
    .executeTakeFirst()) !== undefined
}

async function isOfPlant(db: Db, code: string, plant: string): Promise<boolean> {
  return (await db.selectFrom('material').select('id').where('code', '=', code).where('factory', '=', plant).where('del_flag', '=', 0)
    .executeTakeFirst()) !== undefined
}

/** Returns whether a vendor is not set up for a purchasing organisation: every seventh. */
const isNotSetUp = (vendor: string, purchaseOrg: string): boolean =>
  purchaseOrg !== '' && vendor !== '' && Number(vendor.replace(/\D/g, '')) % 7 === 0
