import type { Flow } from '#kernel/flow.ts'
import type { PublicationKind } from '#kernel/flow/design.ts'
import type { Db } from '#server/database/tables.ts'
import { lockVersions } from '../definitions/publish.ts'
import { canonical } from '#server/canonical.ts'
import { contentOf } from '../definitions/content.ts'
import { recordPublication } from '../flow-designs/publications.ts'

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
