import { createHash } from 'node:crypto'
import type { Flow } from '#kernel/flow.ts'
import type { Publication, PublicationKind } from '#kernel/flow/design.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Directory } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'
import { canonical } from '#server/canonical.ts'
import { contentOf, lockVersions } from '../definitions/definition-store.ts'

interface Entry {
  readonly choice: PublicationKind
  readonly before: string
  readonly after: string
  readonly shipped: string
  readonly reason: string
  readonly by: string
  readonly at: Date
}

/** Adds an entry to the publication history of a flow and returns its number; the caller holds the lock of versions. */
export async function recordPublication(db: Db, key: string, entry: Entry): Promise<number> {
  const last = await db.selectFrom('flow_publication').select(['seq', 'chain']).where('key', '=', key).orderBy('seq', 'desc').limit(1)
    .executeTakeFirst()
  const seq = (last?.seq ?? 0) + 1
  await db.insertInto('flow_publication').values({ key, seq, ...entry, chain: linked(last?.chain ?? '', { key, seq, ...entry }) }).execute()
  return seq
}

/** The reason comes last: it is the only part that may contain a line break. */
const linked = (previous: string, { key, seq, choice, before, after, shipped, by, at, reason }: Entry & { key: string; seq: number }) =>
  createHash('sha256').update([previous, key, seq, choice, before, after, shipped, by, at.toISOString(), reason].join('\n')).digest('hex')

/** The last entries of a flow's history, the newest first. */
export const publicationsOf = (db: Db, key: string, limit: number) =>
  db.selectFrom('flow_publication as entry')
    .innerJoin('definition as after',
      (join) => join.on('after.kind', '=', 'flow').onRef('after.key', '=', 'entry.key').onRef('after.hash', '=', 'entry.after'))
    .innerJoin('definition as shipped',
      (join) => join.on('shipped.kind', '=', 'flow').onRef('shipped.key', '=', 'entry.key').onRef('shipped.hash', '=', 'entry.shipped'))
    .where('entry.key', '=', key).selectAll('entry').select(['after.version', 'shipped.version as shippedVersion'])
    .orderBy('entry.seq', 'desc').limit(limit).execute()

/** The reason of the last publication of each flow. */
export async function lastReasons(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('flow_publication').distinctOn('key').select(['key', 'reason']).orderBy('key').orderBy('seq', 'desc')
    .execute()
  return new Map(rows.map(({ key, reason }) => [key, reason]))
}

/** The history of a flow, the newest first, each entry checked against the chain. */
export async function publicationHistory(db: Db, directory: Pick<Directory, 'person'>, key: string): Promise<readonly Publication[]> {
  const all = (await publicationsOf(db, key, 10_000)).toReversed()
  let previous = ''
  let isIntact = true
  const entries = all.map((entry, index): Publication => {
    isIntact &&= entry.seq === index + 1 && linked(previous, entry) === entry.chain
    previous = entry.chain
    const { seq, choice, after, before, version, reason, by, at, chain } = entry
    return { seq, kind: choice, hash: after, version, before, reason, by: { id: by, name: directory.person(by)?.name ?? by }, at: nowOf(at),
      chain, isIntact }
  })
  return entries.toReversed().slice(0, shown)
}

/** Maximum number of entries per answer. */
const shown = 200

/** The flow in force of a form, with the one that is shipped now. */
export interface FlowPointer {
  readonly key: string
  readonly hash: string
  readonly version: number
  readonly by: string
  readonly at: Date
  /** The shipped version with which the company's own was last compared; null where a shipped version is in force. */
  readonly base: string | null
  readonly shipped: string
  /** Whether filing is stopped. */
  readonly isStopped: boolean
}

/** Returns whether a shipped version waits for a decision. */
export const hasOffer = ({ base, shipped }: FlowPointer): boolean => base !== null && base !== shipped

const pointers = (db: Db) =>
  db.selectFrom('definition_current as current')
    .innerJoin('definition_shipped as shipped',
      (join) => join.onRef('shipped.kind', '=', 'current.kind').onRef('shipped.key', '=', 'current.key'))
    .innerJoin('definition', (join) =>
      join.onRef('definition.kind', '=', 'current.kind').onRef('definition.key', '=', 'current.key').onRef('definition.hash', '=',
        'current.hash'))
    .where('current.kind', '=', 'flow')
    .select(['current.key', 'current.hash', 'definition.version', 'current.by', 'current.at', 'current.base', 'shipped.hash as shipped'])
    .select(({ eb }) => eb('current.stopped_at', 'is not', null).$castTo<boolean>().as('isStopped'))

/** The flows in force of all forms. */
export const flowPointers = (db: Db): Promise<FlowPointer[]> => pointers(db).execute()

/** The flow in force of one form; undefined for an unknown form. */
export const flowPointer = (db: Db, key: string): Promise<FlowPointer | undefined> =>
  pointers(db).where('current.key', '=', key).executeTakeFirst()

/** Like `flowPointer`, with the lock for numbering versions until the end of the transaction. */
export async function lockedPointer(db: Db, key: string): Promise<FlowPointer | undefined> {
  await lockVersions(db)
  return flowPointer(db, key)
}

interface Decision {
  readonly choice: Exclude<PublicationKind, 'stop'>
  readonly reason?: string
  /** Hash of the version in force after the decision. */
  readonly after: string
  readonly by: string
  readonly at: Date
}

/**
 * Puts a version in force, ends a stop, and records the decision. A shipped version is recorded as the product's own, so that later
 * releases replace it.
 */
export async function putInForce(db: Db, { key, hash: before, shipped, base }: FlowPointer,
  { choice, after, by, at, reason = '' }: Decision): Promise<number> {
  const isShipped = after === shipped
  const compared = choice === 'publish' || choice === 'rollback' ? (base ?? shipped) : shipped
  await db.updateTable('definition_current').set({ stopped_at: null,
    ...(isShipped ? { hash: after, by: 'product', base: null, at } : { hash: after, by, base: compared, at }) })
    .where('kind', '=', 'flow').where('key', '=', key).execute()
  const recorded = isShipped && choice === 'publish' ? 'adopt' : choice
  return recordPublication(db, key, { choice: recorded, before, after, shipped, reason, by, at })
}

/** Stores a version under the next number unless its content is known. @returns the hash of the version with this content */
export async function storeFlow(db: Db, key: string,
  { flow, by, at }: { readonly flow: Flow; readonly by: string; readonly at: Date }): Promise<string> {
  const body = canonical(flow)
  const hash = contentOf(flow)
  const known = await db.selectFrom('definition').select('hash').where('kind', '=', 'flow').where('key', '=', key).where('content', '=',
    hash)
    .orderBy('version', 'desc').executeTakeFirst()
  if (known) return known.hash
  const last = await db.selectFrom('definition').select('version').where('kind', '=', 'flow').where('key', '=', key).orderBy('version',
    'desc').limit(1).executeTakeFirst()
  await db.insertInto('definition').values({ kind: 'flow', key, hash, content: hash, version: (last?.version ?? 0) + 1, body,
    state: 'published', by, at })
    .onConflict((conflict) => conflict.columns(['kind', 'key', 'hash']).doNothing()).execute()
  return hash
}
