import { createHash } from 'node:crypto'
import type { Flow } from '#kernel/flow.ts'
import type { FlowChoice } from '#kernel/flow/flow-version.ts'
import type { Db } from '#server/database/tables.ts'
import { lockVersions } from '../definitions/publish.ts'
import { canonical } from '#server/canonical.ts'

/** The flow in force of a form, with the one that is shipped now. */
export interface FlowPointer {
  readonly key: string
  readonly hash: string
  readonly version: number
  readonly by: string
  readonly at: Date
  /** The shipped version that a company's own was last compared with; null where the product's is in force. */
  readonly base: string | null
  readonly shipped: string
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

/** The flows in force of all forms. */
export const flowPointers = (db: Db): Promise<FlowPointer[]> => pointers(db).execute()

/** The flow in force of one form; undefined for a form that is not there. */
export const flowPointer = (db: Db, key: string): Promise<FlowPointer | undefined> =>
  pointers(db).where('current.key', '=', key).executeTakeFirst()

/** The same for a decision: nobody else decides until the end of the transaction. */
export async function lockedPointer(db: Db, key: string): Promise<FlowPointer | undefined> {
  await lockVersions(db)
  return flowPointer(db, key)
}

interface Decision {
  readonly choice: FlowChoice
  /** Hash of the version in force afterwards. */
  readonly after: string
  readonly by: string
  readonly at: Date
}

/** Puts a version in force and notes who decided so. The product's own is nobody's: what is shipped later follows it. */
export async function putInForce(db: Db, { key, hash: before, shipped, base }: FlowPointer,
  { choice, after, by, at }: Decision): Promise<void> {
  const isShipped = after === shipped
  const compared = choice === 'publish' ? (base ?? shipped) : shipped
  await db.updateTable('definition_current').set(
    isShipped ? { hash: after, by: 'product', base: null, at } : { hash: after, by, base: compared, at },
  )
    .where('kind', '=', 'flow').where('key', '=', key).execute()
  await db.insertInto('definition_decision').values({ kind: 'flow', key, choice: isShipped ? 'adopt' : choice, before, after, shipped, by,
    at }).execute()
}

/** Stores a version that is not known yet; its number is the next one. Answers its hash. */
export async function storeFlow(db: Db, key: string,
  { flow, by, at }: { readonly flow: Flow; readonly by: string; readonly at: Date }): Promise<string> {
  const body = canonical(flow)
  const hash = createHash('sha256').update(body).digest('base64url')
  const last = await db.selectFrom('definition').select('version').where('kind', '=', 'flow').where('key', '=', key).orderBy('version',
    'desc').limit(1).executeTakeFirst()
  await db.insertInto('definition').values({ kind: 'flow', key, hash, version: (last?.version ?? 0) + 1, body, state: 'published', by, at })
    .onConflict((conflict) => conflict.columns(['kind', 'key', 'hash']).doNothing()).execute()
  return hash
}

/** The last decisions about the flow of a form, the newest first. */
export const decisionsOf = (db: Db, key: string) =>
  db.selectFrom('definition_decision as decision')
    .innerJoin('definition as after',
      (join) => join.on('after.kind', '=', 'flow').onRef('after.key', '=', 'decision.key').onRef('after.hash', '=', 'decision.after'))
    .innerJoin('definition as shipped',
      (join) =>
        join.on('shipped.kind', '=', 'flow').onRef('shipped.key', '=', 'decision.key').onRef('shipped.hash', '=', 'decision.shipped'))
    .where('decision.kind', '=', 'flow').where('decision.key', '=', key)
    .select(['decision.id', 'decision.choice', 'decision.by', 'decision.at', 'after.version', 'shipped.version as shipped'])
    .orderBy('decision.id', 'desc').limit(50).execute()
