import { type RawBuilder, sql } from 'kysely'
import type { CountedPage } from '../counted-page.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Host } from '#server/host.ts'
import { hours, type Job, type JobWork, minutes } from '#server/jobs/job.ts'
import { noteDue } from '#server/jobs/runner.ts'
import type { DataAudit } from '#server/plugin.ts'
import { recordedDeviations, recordedPages, recordFacts } from '../recorded/recording.ts'
import { beginRecount, countedPages, forgetRecount, noteCounted, noteProgress } from './counted-pages.ts'
import { type CountedDocument, factsOf } from './facts.ts'
import { countedColumns, countedTypes, difference, reconcileFacts, storedFacts } from './recording.ts'

/** The job’s name. */
export const recountName = 'statisticsRecount'

/** Default number of documents per query. */
const usualBatch = 500

/** Audit that reports documents whose stored facts deviate from those derived from their current state. */
export const factAudit = (pages: readonly CountedPage[]): DataAudit => ({
  name: 'statistics',
  async run(db, host) {
    const mismatches: string[] = []
    let checked = 0
    // facts of recorders are only complete once all documents were counted
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
 * Nightly job that reconciles the facts of every document: documents filed before a page existed, and pages whose declaration changed. One
 * transaction per document; new facts are dated by the document's last action. An interrupted run is resumed after the last processed one.
 */
export const recountJob = (pages: readonly CountedPage[], batch = usualBatch): Job => ({
  name: recountName,
  every: hours(24),
  async run({ host, db, at, signal }) {
    const { last } = await beginRecount(db, pages, { at, total: await countDocuments(db, pages) })
    for await (const documents of countedDocuments(db, pages, { last, batch })) {
      await reconcile({ host, db, at, signal }, pages, documents)
      signal.throwIfAborted()
      await transaction(db, (tx) => recordFacts(tx, recordedPages(pages), documents.map(({ id }) => id)))
      await noteProgress(db, documents.at(-1)?.id ?? last, documents.length)
    }
    await noteCounted(db, pages)
    await forgetRecount(db)
  },
})

/**
 * Job that counts documents anew for pages whose declaration changed since the last count: of forms that the company designed, their
 * documents; otherwise, a full recount is started.
 */
export const declaredJob = (pages: readonly CountedPage[]): Job => ({
  name: 'statisticsDeclared',
  every: minutes(1),
  async run(work) {
    const { host, db, at, signal } = work
    const counted = await countedPages(db, pages)
    const changed = pages.filter((page) => page.register === undefined && !counted.includes(page))
    const designed = changed.filter(({ facts, recorder }) =>
      recorder === undefined && facts.every(({ form }) => host.forms.get(form)?.designed)
    )
    if (designed.length > 0) {
      for await (const documents of countedDocuments(db, designed, { last: '', batch: usualBatch, isWanted: isOf(designed) })) {
        await reconcile(work, pages, documents)
        signal.throwIfAborted()
      }
      await noteCounted(db, designed)
    }
    if (changed.length === designed.length) return
    const open = await db.selectFrom('job_run').select('due').where('job', '=', recountName).where('finished_at', 'is', null).limit(1)
      .executeTakeFirst()
    if (!open) await noteDue(db, [{ job: recountName, due: at }])
  },
})

/** The documents of the pages' forms, and those that the pages counted before. */
const isOf = (pages: readonly CountedPage[]) =>
  sql<boolean>`(type = any(${[...countedTypes(pages)]}::text[])
    or id = any(array(select document from statistics_fact where page = any(${pages.map(({ key }) => key)}::text[]))))`

/** Brings the facts of documents up to date, in one transaction per document; new facts are dated by its last action. */
async function reconcile({ host, db, signal }: JobWork, pages: readonly CountedPage[],
  documents: readonly RecountDocument[]): Promise<void> {
  for (const { id, type, form } of await deviating(db, { host, pages, documents })) {
    signal.throwIfAborted()
    await transaction(db, async (tx) => {
      const { updated_at: updatedAt } = await tx.selectFrom('document').select('updated_at').where('id', '=', id).forUpdate()
        .executeTakeFirstOrThrow()
      await reconcileFacts(tx, { pages, form: await host.definitions.form(tx, type, form), id, at: updatedAt })
    })
  }
}

type RecountDocument = Awaited<ReturnType<typeof documentsAfter>>[number]

async function deviating(db: Db,
  { host, pages, documents }: { host: Pick<Host, 'definitions'>; pages: readonly CountedPage[]; documents: readonly RecountDocument[] }) {
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
  /** Id of the document after which to start. */
  readonly last: string
  readonly batch: number
  /** @default those of `isCounted` */
  readonly isWanted?: RawBuilder<boolean>
}

async function* countedDocuments(db: Db, pages: readonly CountedPage[],
  { last: first, batch, isWanted }: From = { last: '', batch: usualBatch }): AsyncIterable<readonly RecountDocument[]> {
  for (let last = first;;) {
    const documents = await documentsAfter(db, pages, { last, batch, isWanted })
    if (documents.length > 0) yield documents
    if (documents.length < batch) return
    last = documents.at(-1)?.id ?? last
  }
}

const documentsAfter = (db: Db, pages: readonly CountedPage[], { last, batch, isWanted = isCounted(pages) }: From) =>
  db.selectFrom('document').select(['id', 'number', 'form', ...countedColumns]).where(isWanted).where('id', '>', last).orderBy('id')
    .limit(batch).execute()

async function countDocuments(db: Db, pages: readonly CountedPage[]): Promise<number> {
  const { documents } = await db.selectFrom('document').select(({ fn }) => fn.countAll<string>().as('documents')).where(isCounted(pages))
    .executeTakeFirstOrThrow()
  return Number(documents)
}

/** The condition for documents to recount: those of counted types, all if a page has a recorder, and those that already have facts. */
const isCounted = (pages: readonly CountedPage[]) =>
  sql<boolean>`(${recordedPages(pages).length > 0} or type = any(${[
    ...countedTypes(pages),
  ]}::text[]) or exists (select from statistics_fact where statistics_fact.document = document.id))`
