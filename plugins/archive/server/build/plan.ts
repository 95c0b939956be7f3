import { sql } from 'kysely'
import type { Form } from '#kernel/form.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db } from '#server/database/tables.ts'
import '../tables.ts'

interface PackagePlan {
  readonly id: string
  readonly company: string
  readonly departments: readonly string[]
  readonly from: Date
  readonly until: Date
}

/** Types of documents that belong to the books: those of which an amount is known or a budget is charged. */
export const bookedTypes = (forms: Iterable<Form>): readonly string[] =>
  [...forms].filter(({ amount, budget }) => amount !== undefined || budget !== undefined).map(({ key }) => key)

/**
 * Notes which documents a package holds: those that were completed or voided in its period, filed in the company or borne by
 * one of its departments. The history decides, so that a package of a period is the same whenever it is made.
 */
export async function planDocuments(db: Db, { id, company, departments, from, until }: PackagePlan,
  types: readonly string[]): Promise<void> {
  await transaction(db, async (tx) => {
    const locked = await tx.selectFrom('archive_package').select('documents_total').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!locked || locked.documents_total !== null) return
    const { numAffectedRows } = await sql`
      insert into archive_document (package, position, document)
      select ${id}, row_number() over (order by document.number, document.id), document.id from document
      where document.type = any(${types}) and (document.value ->> 'company' = ${company} or document.bearing ?| ${departments}::text[])
        and exists (select from document_event event where event.document = document.id and event.type in ('completed', 'voided')
          and event.at >= ${from} and event.at < ${until})`
      .execute(tx)
    await tx.updateTable('archive_package').set({ state: 'building', documents_total: Number(numAffectedRows ?? 0) }).where('id', '=', id)
      .execute()
  })
}
