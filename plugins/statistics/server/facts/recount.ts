import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { hours, type Job } from '#server/jobs/job.ts'
import type { DataAudit } from '#server/plugin.ts'
import { type CountedDocument, factsOf } from './facts.ts'
import { countedColumns, countedTypes, difference, reconcileFacts, storedFacts } from './recording.ts'

/** The job’s name. */
export const recountName = 'statisticsRecount'

/** Documents that are read at once. */
const batch = 500

/** Names the documents whose facts are not what they say. */
export const factAudit = (pages: readonly StatisticsPage[]): DataAudit => ({
  name: 'statistics',
  async run(db, host) {
    const mismatches: string[] = []
    let checked = 0
    for await (const documents of countedDocuments(db, pages)) {
      for (const { number, changes } of await deviating(db, { host, pages, documents })) mismatches.push(`${number} deviates from its facts in ${changes} places`)
      checked += documents.length
    }
    return { checked, mismatches }
  },
})

/**
 * Brings the facts of every document in step with it: of those that were filed before a page counted them, and where a
 * page counts differently than before. Each document is a transaction of its own; its facts are dated by its last action.
 */
export const recountJob = (pages: readonly StatisticsPage[]): Job => ({
  name: recountName,
  every: hours(24),
  async run({ host, db, signal }) {
    for await (const documents of countedDocuments(db, pages)) {
      for (const { id, type, form } of await deviating(db, { host, pages, documents })) {
        signal.throwIfAborted()
        await transaction(db, async (tx) => {
          const { updated_at: at } = await tx.selectFrom('document').select('updated_at').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
          await reconcileFacts(tx, { pages, form: await host.definitions.form(tx, type, form), id, at })
        })
      }
    }
  },
})

type Stored = Awaited<ReturnType<typeof documentsAfter>>[number]

async function deviating(db: Db, { host, pages, documents }: { host: Pick<Host, 'definitions'>; pages: readonly StatisticsPage[]; documents: readonly Stored[] }) {
  const stored = await storedFacts(db, documents.map(({ id }) => id))
  const found: { id: string; number: string; type: string; form: string | null; changes: number }[] = []
  for (const { id, number, form, ...document } of documents) {
    const said = factsOf(pages, await host.definitions.form(db, document.type, form), document as CountedDocument)
    const changes = difference(said, stored.get(id) ?? []).length
    if (changes > 0) found.push({ id, number, type: document.type, form, changes })
  }
  return found
}

async function* countedDocuments(db: Db, pages: readonly StatisticsPage[]): AsyncIterable<readonly Stored[]> {
  const types = [...countedTypes(pages)]
  for (let last = '';;) {
    const documents = await documentsAfter(db, { last, types })
    if (documents.length > 0) yield documents
    if (documents.length < batch) return
    last = documents.at(-1)?.id ?? last
  }
}

const documentsAfter = (db: Db, { last, types }: { last: string; types: readonly string[] }) =>
  db.selectFrom('document').select(['id', 'number', 'form', ...countedColumns]).where('type', 'in', [...types]).where('id', '>', last).orderBy('id').limit(batch).execute()
