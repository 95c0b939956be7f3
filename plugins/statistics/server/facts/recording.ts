import { type RawBuilder, sql } from 'kysely'
import type { Form } from '#kernel/form.ts'
import type { FactSource, StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { recordedPages } from '../recorded/recording.ts'
import { type CountedDocument, type Fact, factsOf } from './facts.ts'
import '../tables.ts'

/**
 * Keeps the facts of documents in step with them. Each action compares what the document says with what stands, and adds
 * the difference; so a step that is repeated, or that follows a missed one, ends right.
 */
export function factsOfDocuments(pages: readonly StatisticsPage[]): DocumentExtension {
  const atFiling = typesCountedAt(pages, 'filing')
  const follow = (step: DocumentStep): Promise<void> =>
    reconcileFacts(step.db, { pages, form: step.form, id: step.document.id, at: step.at })
  const followIf = async (isCounted: boolean, step: DocumentStep): Promise<void> => (isCounted ? follow(step) : undefined)
  return {
    concerns: [...countedTypes(pages)],
    // A document that is not counted before its completion says nothing until then.
    onSubmit: (step) => followIf(atFiling.has(step.form.key), step),
    // The facts of an unchanged value stand already.
    onPass: (step) => followIf(atFiling.has(step.form.key) && step.value !== step.before, step),
    // The state of a document that counts from its filing is a dimension of its facts.
    onCompleted: follow,
    onFollowUp: follow,
    onReleased: (step, _reason, wasCompleted) => followIf(wasCompleted || atFiling.has(step.form.key), step),
  }
}

const typesCountedAt = (pages: readonly StatisticsPage[], moment: FactSource['at']): ReadonlySet<string> =>
  new Set(pages.flatMap(({ facts }) => facts.filter(({ at }) => at === moment).map(({ form }) => form)))

/** Business types that any page counts. */
export const countedTypes = (pages: readonly StatisticsPage[]): ReadonlySet<string> =>
  new Set(pages.flatMap(({ facts }) => facts.map(({ form }) => form)))

interface ReconcileInput {
  readonly pages: readonly StatisticsPage[]
  /** The form with which the document was filed. */
  readonly form: Form
  readonly id: string
  readonly at: Date
}

/** Adds what a document says and does not stand yet, and takes back what it no longer says. */
export async function reconcileFacts(db: Db, { pages, form, id, at }: ReconcileInput): Promise<void> {
  const { stored, ...document } = await db.selectFrom('document').select([...countedColumns, storedFactsOf(id, pages).as('stored')]).where(
    'id',
    '=',
    id,
  ).executeTakeFirstOrThrow()
  await addDifference(db, id, difference(factsOf(pages, form, document as CountedDocument), stored ?? []), at)
}

/** Adds the facts of a document or entry that are missing, and takes back those that it no longer says. */
export async function addDifference(db: Db, document: string, changes: FactDifference, at: Date): Promise<void> {
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

/** The condition that no recorder made a fact. */
const isOfForm = (pages: readonly StatisticsPage[]) => sql<boolean>`page <> all(${recordedPages(pages).map(({ page }) => page)}::text[])`

/** The standing facts of a document by its form, read with it. */
const storedFactsOf = (document: string, pages: readonly StatisticsPage[]): RawBuilder<readonly Fact[] | null> =>
  sql<readonly Fact[] | null>`(select jsonb_agg(current_fact) from (
    select page, line, to_char(day, 'YYYY-MM-DD') as day, department, person, dimensions, measures from statistics_fact
    where document = ${document} and ${isOfForm(pages)}
    group by page, line, statistics_fact.day, department, person, dimensions, measures having sum(sign) > 0) current_fact)`

/** Reads the standing facts of each document by its form: those that were not taken back. */
export async function storedFacts(db: Db, documents: readonly string[],
  pages: readonly StatisticsPage[] = []): Promise<ReadonlyMap<string, readonly Fact[]>> {
  const columns = ['document', 'page', 'line', 'day', 'department', 'person', 'dimensions', 'measures'] as const
  const rows = await db.selectFrom('statistics_fact').select(columns).where('document', 'in', [...documents]).where(isOfForm(pages))
    .groupBy(columns)
    .having(({ fn }) => fn.sum<number>('sign'), '>', 0).execute()
  const stored = new Map<string, Fact[]>()
  for (const { document, ...fact } of rows) stored.set(document, [...(stored.get(document) ?? []), fact])
  return stored
}

type FactDifference = readonly { readonly fact: Fact; readonly sign: 1 | -1 }[]

/** Returns the facts to be added (1) and taken back (-1), after which the stored facts are those that the document says. */
export function difference(counted: readonly Fact[], stored: readonly Fact[]): FactDifference {
  const [due, found] = [counted, stored].map((facts) => new Set(facts.map(spelled)))
  return [
    ...stored.filter((fact) => !due?.has(spelled(fact))).map((fact) => ({ fact, sign: -1 as const })),
    ...counted.filter((fact) => !found?.has(spelled(fact))).map((fact) => ({ fact, sign: 1 as const })),
  ]
}

/** Alike for facts that say the same; the database keeps the keys of its objects in an order of its own. */
const spelled = ({ page, line, day, department, person, dimensions, measures }: Fact): string =>
  JSON.stringify([page, line, day, department, person, sorted(dimensions), sorted(measures)])

const sorted = (texts: Readonly<Record<string, string>>) => Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1))
