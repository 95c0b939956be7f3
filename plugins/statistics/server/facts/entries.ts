import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import { moneyText } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import { addDifference, difference, storedFacts } from './recording.ts'
import type { EntryRecord } from '../register.ts'
import '../tables.ts'

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
  await addDifference(db, id, await changesOf(db, entry, figures), at)
}

/** Returns whether the stored facts of an entry differ from its figures. */
export const entryDeviates = async (db: Db, entry: CountedEntry, figures: EntryFigures | undefined): Promise<boolean> =>
  (await changesOf(db, entry, figures)).length > 0

async function changesOf(db: Db, { id, day, department, person }: CountedEntry, figures: EntryFigures | undefined) {
  const entries = figures
    ? [{ page: figures.page, line: '0', day, department, person, dimensions: named(figures.dimensions),
      measures: counted(figures.measures) }]
    : []
  return difference(entries, (await storedFacts(db, [id])).get(id) ?? [])
}

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
