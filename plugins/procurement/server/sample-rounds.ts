import { sql } from 'kysely'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'

/** Sets the sampling round: 1 plus the live sample reviews of the same material and supplier. */
export const sampleRounds: DocumentExtension = {
  concerns: ['sampleReview'],

  prepare: async (step): Promise<{ round?: number }> => (step.filing === true ? { round: await roundOf(step) } : {}),
}

async function roundOf({ db, form, document, value }: DocumentStep): Promise<number> {
  const { material, supplier } = value
  if (typeof material !== 'string' || typeof supplier !== 'string' || material === '' || supplier === '') return 1
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from document
      where type = ${form.key} and state in ('inApproval', 'completed') and id <> ${document.id} and value ->> 'material' = ${material}
        and value ->> 'supplier' = ${supplier}`
    .execute(db)
  return Number(rows[0]?.count ?? 0) + 1
}
