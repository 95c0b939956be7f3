import type { RawBuilder } from 'kysely'

/** The days of the entries, and the instant up to which they count. */
export interface EntriesQuery {
  /** yyyy-MM-dd */
  readonly from: string
  readonly to: string
  readonly before: Date
  /** Measures that are asked for: entries that add nothing to any of them may be left out. */
  readonly measures?: readonly string[]
}

/** An entry as a drawer shows it. */
export interface EntryRecord {
  readonly id: string
  readonly number: string
  /** "中文/English" */
  readonly title: string
  readonly person: string | null
  readonly department: string | null
  /** yyyy-MM-dd */
  readonly date: string
  /** Business type and state where the entry is a document. */
  readonly type: string | null
  readonly state: string | null
  /** Path of its page, for an entry that is no document. */
  readonly path: string | null
}

/** Entries that a page counts instead of documents. */
export interface Register {
  /**
   * A row for each part of an entry: `document` (the entry's id), `day`, `department`, `person`, and every dimension and summed measure of
   * the page by its key.
   */
  rows(query: EntriesQuery): RawBuilder<unknown>
  /** The condition that a row is an entry and not a plan or target; all are unless said otherwise. */
  readonly isEntry?: RawBuilder<boolean>
  /** Without it, the entries are documents. */
  records?(ids: readonly string[]): RawBuilder<EntryRecord>
}
