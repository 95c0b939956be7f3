import { createHash } from 'node:crypto'
import type { Directory } from '#approval/directory.ts'
import type { Publication, PublicationKind } from '#kernel/flow/design.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'

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
