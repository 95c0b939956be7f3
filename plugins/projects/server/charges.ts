import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import './tables.ts'

/** Row of a document, with its id in the budget ledger, and the project it is charged to. */
export interface Charge {
  readonly row: string
  readonly project: string
}

/** Charges of documents to projects. Runs in the caller's transaction. */
export const charges = (db: Db) => ({
  /** Number of a live document that is charged to the project. */
  async numberOf(project: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('project_charge')
      .innerJoin('document', 'document.id', 'project_charge.document_id')
      .select('document.number')
      .where('project_charge.project_id', '=', project)
      .where('document.state', 'in', ['inApproval', 'completed'])
      .limit(1)
      .executeTakeFirst()
    return row?.number
  },

  /** Replaces the charges of a document; `isNew` skips the deletion. */
  async keep(document: string, rows: readonly Charge[], { isNew = false }: { readonly isNew?: boolean } = {}): Promise<void> {
    if (!isNew)
      await db.deleteFrom('project_charge').where('document_id', '=', document).where(
        sql<boolean>`row_id <> all(${rows.map(({ row }) => row)}::text[])`,
      ).execute()
    if (rows.length === 0) return
    await db
      .insertInto('project_charge')
      .values(rows.map(({ row, project }) => ({ document_id: document, row_id: row, project_id: project })))
      .onConflict((conflict) =>
        conflict.columns(['document_id', 'row_id']).doUpdateSet((eb) => ({ project_id: eb.ref('excluded.project_id') }))
      )
      .execute()
  },
})
