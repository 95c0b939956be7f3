import { type RawBuilder, sql } from 'kysely'
import { Decimal } from 'decimal.js'
import type { Form } from '#kernel/form.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { FactSource } from '#plugins/statistics/statistics-page.ts'
import type { CountedPage } from '../counted-page.ts'
import { recordedPages } from '../recorded/recording.ts'
import { type CountedDocument, type Fact, factsOf } from './facts.ts'
import '../tables.ts'
import type { EntryRecord } from '../extension-points.ts'

/**
 * Extension that updates the facts of documents in the transaction of each action. Each time it compares the facts due with the stored ones
 * and writes the difference, so repeated and missed steps correct themselves.
 */
export function factsOfDocuments(pages: readonly CountedPage[]): DocumentExtension {
  const atFiling = typesCountedAt(pages, 'filing')
  const counted = countedTypes(pages)
  const follow = (step: DocumentStep): Promise<void> =>
    reconcileFacts(step.db, { pages, form: step.form, id: step.document.id, at: step.at })
  const followIf = async (isCounted: boolean, step: DocumentStep): Promise<void> => (isCounted ? follow(step) : undefined)
  return {
    // pages of other modules name their own forms, so that this module need not require them
    concerns: (form) => counted.has(form.key),
    // documents counted on completion only have no facts before
    onSubmit: (step) => followIf(atFiling.has(step.form.key), step),
    // an unchanged value leaves the facts unchanged
    onPass: (step) => followIf(atFiling.has(step.form.key) && step.value !== step.before, step),
    // for documents counted from filing, the state is a dimension of their facts
    onCompleted: follow,
    onFollowUp: follow,
    onReleased: (step, _reason, wasCompleted) => followIf(wasCompleted || atFiling.has(step.form.key), step),
  }
}

const typesCountedAt = (pages: readonly CountedPage[], moment: FactSource['at']): ReadonlySet<string> =>
  new Set(pages.flatMap(({ facts }) => facts.filter(({ at }) => at === moment).map(({ form }) => form)))

/** Business types that at least one page counts. */
export const countedTypes = (pages: readonly CountedPage[]): ReadonlySet<string> =>
  new Set(pages.flatMap(({ facts }) => facts.map(({ form }) => form)))

interface ReconcileInput {
  readonly pages: readonly CountedPage[]
  /** The form version that the document is pinned to. */
  readonly form: Form
  readonly id: string
  readonly at: Date
}

/** Reconciles the stored facts of a document with its current state: inserts missing ones and reverses obsolete ones. */
export async function reconcileFacts(db: Db, { pages, form, id, at }: ReconcileInput): Promise<void> {
  const { stored, ...document } = await db.selectFrom('document').select([...countedColumns, storedFactsOf(id, pages).as('stored')]).where(
    'id',
    '=',
    id,
  ).executeTakeFirstOrThrow()
  await addDifference(db, id, difference(factsOf(pages, form, document as CountedDocument), stored ?? []), at)
}

/** Inserts the changes of a document's or entry's facts. */
async function addDifference(db: Db, document: string, changes: FactDifference, at: Date): Promise<void> {
  if (changes.length === 0) return
  await db.insertInto('statistics_fact').values(changes.map(({ fact: { dimensions, measures, ...fact }, sign }) => ({
    ...fact,
    sign,
    at,
    document,
    dimensions: JSON.stringify(dimensions),
    measures: JSON.stringify(measures),
  }))).execute()
}

export const countedColumns = ['type', 'state', 'value', 'applicant', 'department', 'started_at', 'ended_at'] as const

/** The condition that a fact follows from a form and not from a recorder. */
const isOfForm = (pages: readonly CountedPage[]) => sql<boolean>`page <> all(${recordedPages(pages).map(({ page }) => page)}::text[])`

/** Subquery for the current facts of a document that follow from its form. */
const storedFactsOf = (document: string, pages: readonly CountedPage[]): RawBuilder<readonly Fact[] | null> =>
  sql<readonly Fact[] | null>`(select jsonb_agg(current_fact) from (
    select page, line, to_char(day, 'YYYY-MM-DD') as day, department, person, dimensions, measures from statistics_fact
    where document = ${document} and ${isOfForm(pages)}
    group by page, line, statistics_fact.day, department, person, dimensions, measures having sum(sign) > 0) current_fact)`

/** Reads the current facts of documents that follow from their forms, without reversed ones. */
export async function storedFacts(db: Db, documents: readonly string[],
  pages: readonly CountedPage[] = []): Promise<ReadonlyMap<string, readonly Fact[]>> {
  const columns = ['document', 'page', 'line', 'day', 'department', 'person', 'dimensions', 'measures'] as const
  const rows = await db.selectFrom('statistics_fact').select(columns).where('document', 'in', [...documents]).where(isOfForm(pages))
    .groupBy(columns)
    .having(({ fn }) => fn.sum<number>('sign'), '>', 0).execute()
  const stored = new Map<string, Fact[]>()
  for (const { document, ...fact } of rows) stored.set(document, [...(stored.get(document) ?? []), fact])
  return stored
}

type FactDifference = readonly { readonly fact: Fact; readonly sign: 1 | -1 }[]

/** The facts to insert (sign 1) and to reverse (sign -1), so that the stored facts equal the counted ones. */
export function difference(counted: readonly Fact[], stored: readonly Fact[]): FactDifference {
  const [due, found] = [counted, stored].map((facts) => new Set(facts.map(spelled)))
  return [
    ...stored.filter((fact) => !due?.has(spelled(fact))).map((fact) => ({ fact, sign: -1 as const })),
    ...counted.filter((fact) => !found?.has(spelled(fact))).map((fact) => ({ fact, sign: 1 as const })),
  ]
}

/** Canonical text of a fact, for comparison; object keys are sorted because jsonb does not keep their order. */
const spelled = ({ page, line, day, department, person, dimensions, measures }: Fact): string =>
  JSON.stringify([page, line, day, department, person, sorted(dimensions), sorted(measures)])

const sorted = (texts: Readonly<Record<string, string>>) => Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1))

/** A record of another module that counts like a document, with its display data for the drawer. */
export interface CountedEntry {
  readonly id: string
  readonly number: string
  /** "中文/English" */
  readonly title: string
  /** Path of its page. */
  readonly path: string
  /** yyyy-MM-dd */
  readonly day: string
  readonly department: string
  readonly person: string
}

/** Figures of an entry on a page; amounts in RMB. */
export interface EntryFigures {
  /** Key of the page. */
  readonly page: string
  readonly dimensions: Readonly<Record<string, string | null>>
  readonly measures: Readonly<Record<string, string>>
}

/**
 * Reconciles the facts of an entry with its current figures, effective from `at`; without figures, its facts are reversed. Must be called
 * in the transaction that changes the entry.
 */
export async function countEntry(db: Db, entry: CountedEntry, figures: EntryFigures | undefined, at: Date): Promise<void> {
  const { id, ...row } = entry
  await db.insertInto('statistics_entry').values({ id, ...row }).onConflict((conflict) => conflict.column('id').doUpdateSet(row)).execute()
  await addDifference(db, id, difference(factsOfEntry(entry, figures), (await storedFacts(db, [id])).get(id) ?? []), at)
}

/** Returns the ids of the entries whose stored facts differ from their figures. */
export async function deviatingEntries(db: Db,
  entries: readonly { readonly entry: CountedEntry; readonly figures: EntryFigures | undefined }[]): Promise<ReadonlySet<string>> {
  if (entries.length === 0) return new Set()
  const stored = await storedFacts(db, entries.map(({ entry }) => entry.id))
  const deviating = entries.filter(({ entry, figures }) => difference(factsOfEntry(entry, figures), stored.get(entry.id) ?? []).length > 0)
  return new Set(deviating.map(({ entry }) => entry.id))
}

const factsOfEntry = ({ day, department, person }: CountedEntry, figures: EntryFigures | undefined): readonly Fact[] =>
  figures
    ? [{ page: figures.page, line: '0', day, department, person, dimensions: named(figures.dimensions),
      measures: counted(figures.measures) }]
    : []

/** Returns the ids that are already recorded as entries. */
export async function countedEntries(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('statistics_entry').select('id').where('id', 'in', [...ids]).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Loads entries as rows of the drawer. */
export const entryRecords = (ids: readonly string[]): RawBuilder<EntryRecord> =>
  sql<
    EntryRecord
  >`select id, number, title, nullif(person, '') as person, department, to_char(day, 'YYYY-MM-DD') as date,
    null as type, null as state, path
    from statistics_entry where id = any(${[...ids]}::text[])`

const named = (dimensions: EntryFigures['dimensions']) =>
  Object.fromEntries(Object.entries(dimensions).flatMap(([key, value]) => (value ? [[key, value]] : [])))

const counted = (measures: EntryFigures['measures']) =>
  Object.fromEntries(Object.entries(measures).map(([key, figure]) => [key, moneyText(new Decimal(figure))]))
