import type { Db } from '#server/database/tables.ts'
import type { DocumentFacts } from '../tables.ts'
import '../tables.ts'

const batch = 500

/** Facts of the documents of a package, in their order. */
export async function* factsOf(db: Db, id: string): AsyncGenerator<{ readonly document: string; readonly facts: DocumentFacts }> {
  for (let last = 0;;) {
    const rows = await db.selectFrom('archive_document').select(['position', 'document', 'facts']).where('package', '=', id).where(
      'position',
      '>',
      last,
    ).orderBy('position')
      .limit(batch).execute()
    for (const { document, facts } of rows) if (facts) yield { document, facts }
    last = rows.at(-1)?.position ?? last
    if (rows.length < batch) return
  }
}
