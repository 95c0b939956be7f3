import { type ColumnType, type Generated } from 'kysely'
import { cutSentence } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'

/** The subject of a synchronisation: people and units, business cards, invoices by mail, or data of SAP. */
export type SyncKind = 'PERSONNEL' | 'CARD' | 'INVOICE_MAIL' | `SAP_${string}`

export type SyncResult = 'SUCCESS' | 'FAILURE'

/** The outcome of a synchronisation. */
export interface SyncOutcome {
  readonly result: SyncResult
  /** Numbers of received, imported and failed rows. */
  readonly total?: number
  readonly success?: number
  readonly failed?: number
  /** For administrators; truncated to 500 characters. */
  readonly message?: string | null
}

const longestMessage = 500

/** The log of synchronisations. Write it outside of the transaction that imports the rows, so that failed runs are logged too. */
export const syncRuns = ({ db, clock }: { readonly db: Db; readonly clock: { now(): Date } }) => ({
  /** @param by the person who started it; null for an automatic run. @returns the id of the run */
  async start(kind: SyncKind, by: string | null = null): Promise<string> {
    const id = newId()
    await db.insertInto('sync_log').values({ id, kind, start_time: clock.now(), create_by: by }).execute()
    return id
  },

  /** Counts of the latest ended run of a kind. */
  async latest(kind: SyncKind): Promise<{ total: number; success: number; failed: number }> {
    const row = await db.selectFrom('sync_log').select(['total', 'success', 'failed']).where('kind', '=', kind).where('end_time', 'is not',
      null).orderBy('end_time', 'desc').limit(
        1,
      ).executeTakeFirst()
    return row ?? { total: 0, success: 0, failed: 0 }
  },

  /** Ends a run; no-op for an ended one. */
  async finish(id: string, { result, total = 0, success = 0, failed = 0, message = null }: SyncOutcome): Promise<void> {
    await db.updateTable('sync_log')
      .set({ result, total, success, failed, message: message === null ? null : cutSentence(message, longestMessage),
        end_time: clock.now() })
      .where('id', '=', id).where('end_time', 'is', null).execute()
  },
})

/** Deletes runs that began before an instant. */
export async function forgetOldSyncs(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('sync_log').where('start_time', '<', before).execute()
}

interface SyncLogTable {
  id: string
  kind: SyncKind
  start_time: ColumnType<Date, Date, never>
  end_time: Date | null
  total: Generated<number>
  success: Generated<number>
  failed: Generated<number>
  result: SyncResult | null
  message: string | null
  create_by: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    sync_log: SyncLogTable
  }
}
