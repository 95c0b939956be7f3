import { sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { hours, type Job } from '#server/jobs/job.ts'
import type { DataAudit } from '#server/plugin.ts'
import { recordedDeviations, recordedPages, recordFacts } from '../recorded/recording.ts'
import { beginRecount, countedPages, forgetRecount, noteCounted, noteProgress } from './counted-pages.ts'
import { type CountedDocument, factsOf } from './facts.ts'
import { countedColumns, countedTypes, difference, reconcileFacts, storedFacts } from './recording.ts'

/** The job’s name. */
export const recountName = 'statisticsRecount'

/** Documents that are read at once. */
const usualBatch = 500

/** Names the documents whose facts are not what they say. */
export const factAudit = (pages: readonly StatisticsPage[]): DataAudit => ({
  name: 'statistics',
  async run(db, host) {
    const mismatches: string[] = []
    let checked = 0
    // facts of a recorder are complete once all documents were counted
    const counted = recordedPages(await countedPages(db, pages))
    for await (const documents of countedDocuments(db, pages)) {
      for (const { number, changes } of await deviating(db, { host, pages, documents })) mismatches.push(deviation(number, changes))
      const recorded = await recordedDeviations(db, counted, documents.map(({ id }) => id))
      for (const { id, number } of documents.filter((document) => recorded.has(document.id)))
        mismatches.push(deviation(number, recorded.get(id)))
      checked += documents.length
    }
    return { checked, mismatches }
  },
})

const deviation = (number: string, changes = 0) => `${number} deviates from its facts in ${changes} places`

/**
 * Brings the facts of every document in step with it: of those that were filed before a page counted them, and where a
 * page counts differently than before. Each document is a transaction of its own; its facts are dated by its last action.
 * A run that was broken off is continued behind the documents that it has counted.
 */
export const recountJob = (pages: readonly StatisticsPage[], batch = usualBatch): Job => ({
  name: recountName,
  every: hours(24),
  async run({ host, db, at, signal }) {
    const { last } = await beginRecount(db, pages, { at, total: await countDocuments(db, pages) })
    for await (const documents of countedDocuments(db, pages, { last, batch })) {
      for (const { id, type, form } of await deviating(db, { host, pages, documents })) {
        signal.throwIfAborted()
        await transaction(db, async (tx) => {
          const { updated_at: updatedAt } = await tx.selectFrom('document').select('updated_at').where('id', '=', id).forUpdate()
            .executeTakeFirstOrThrow()
          await reconcileFacts(tx, { pages, form: await host.definitions.form(tx, type, form), id, at: updatedAt })
        })
      }
      signal.throwIfAborted()
      await transaction(db, (tx) => recordFacts(tx, recordedPages(pages), documents.map(({ id }) => id)))
      await noteProgress(db, documents.at(-1)?.id ?? last, documents.length)
    }
    await noteCounted(db, pages)
    await forgetRecount(db)
  },
})

type RecountDocument = Awaited<ReturnType<typeof documentsAfter>>[number]

async function deviating(db: Db,
  { host, pages, documents }: { host: Pick<Host, 'definitions'>; pages: readonly StatisticsPage[];
    documents: readonly RecountDocument[] }) {
  const stored = await storedFacts(db, documents.map(({ id }) => id), pages)
  const found: { id: string; number: string; type: string; form: string | null; changes: number }[] = []
  for (const { id, number, form, ...document } of documents) {
    const counted = factsOf(pages, await host.definitions.form(db, document.type, form), document as CountedDocument)
    const changes = difference(counted, stored.get(id) ?? []).length
    if (changes > 0) found.push({ id, number, type: document.type, form, changes })
  }
  return found
}

interface From {
  /** The id of the document before the first. */
  readonly last: string
  readonly batch: number
}

async function* countedDocuments(db: Db, pages: readonly StatisticsPage[],
  { last: first, batch }: From = { last: '', batch: usualBatch }): AsyncIterable<readonly RecountDocument[]> {
  for (let last = first;;) {
    const documents = await documentsAfter(db, pages, { last, batch })
    if (documents.length > 0) yield documents
    if (documents.length < batch) return
    last = documents.at(-1)?.id ?? last
  }
}

const documentsAfter = (db: Db, pages: readonly StatisticsPage[], { last, batch }: From) =>
  db.selectFrom('document').select(['id', 'number', 'form', ...countedColumns]).where(isCounted(pages)).where('id', '>', last).orderBy('id')
    .limit(batch).execute()

async function countDocuments(db: Db, pages: readonly StatisticsPage[]): Promise<number> {
  const { documents } = await db.selectFrom('document').select(({ fn }) => fn.countAll<string>().as('documents')).where(isCounted(pages))
    .executeTakeFirstOrThrow()
  return Number(documents)
}

/**
 * Documents of a type that a page counts, all where a page counts all of them, and those that a page counted before it was declared
 * differently.
 */
const isCounted = (pages: readonly StatisticsPage[]) =>
  sql<boolean>`(${recordedPages(pages).length > 0} or type = any(${[
    ...countedTypes(pages),
  ]}::text[]) or exists (select from statistics_fact where statistics_fact.document = document.id))`
