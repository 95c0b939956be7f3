import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Missing } from '#kernel/errors.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { Db } from '#server/database/tables.ts'

/** A version of a flow as documents are pinned to it. */
export interface PinnedFlow {
  readonly hash: string
  readonly version: number
  readonly flow: Flow
}

/** The same definition has the same hash on every machine. */
const hashOf = (flow: Flow) => createHash('sha256').update(JSON.stringify(flow)).digest('base64url')

/** The published versions of flows; one that was read once is kept, since a version never changes. */
export function flows() {
  const known = new Map<string, PinnedFlow>()
  const latest = new Map<string, string>()

  return {
    /** Publishes the shipped flow of each form where its content is new. */
    async publish(db: Db, forms: Iterable<Form>): Promise<void> {
      for (const form of forms) {
        const hash = hashOf(form.flow)
        await sql`insert into flow (hash, type, version, definition)
          select ${hash}, ${form.key}, coalesce(max(version), 0) + 1, ${JSON.stringify(form.flow)}::jsonb
          from flow where type = ${form.key} on conflict do nothing`.execute(db)
        latest.set(form.key, hash)
      }
    },

    /** The version that new documents of a type start with. */
    async current(db: Db, form: Form): Promise<PinnedFlow> {
      return this.pinned(db, latest.get(form.key) ?? hashOf(form.flow))
    },

    /** @throws Missing for a hash that was never published. */
    async pinned(db: Db, hash: string): Promise<PinnedFlow> {
      const cached = known.get(hash)
      if (cached) return cached
      const row = await db.selectFrom('flow').select(['version', 'definition']).where('hash', '=', hash).executeTakeFirst()
      if (!row) throw new Missing('documents.noSuchFlow')
      const pinned = { hash, version: row.version, flow: row.definition as Flow }
      known.set(hash, pinned)
      return pinned
    },
  }
}

export type Flows = ReturnType<typeof flows>
