import type { RawBuilder } from 'kysely'
import { createExtensionPoint } from '#kernel/extension-point.ts'

/** A register under the name by which pages of statistics count it. */
export interface NamedRegister extends Register {
  readonly name: string
}

/**
 * Registers whose entries pages of statistics count instead of facts of documents (`register` of a page): the module that keeps a ledger
 * contributes its entries as a query.
 *
 * @zh 登记簿：统计页面（页面的 `register`）统计其条目而不是单据。保管台账的模块把条目作为查询贡献出来。
 *
 * @example `plugins/company-cars/server/plugin.ts`
 * ```ts
 * defineServer({
 *   id: 'company-cars',
 *   contributes: [
 *     statisticsRegisters.of({ name: 'kilometres', rows: countedKilometres, reads: [], records: (ids) => recordsOfEntries(drives(ids)) }),
 *   ],
 * })
 * ```
 */
export const statisticsRegisters = createExtensionPoint<NamedRegister>({ id: 'statistics.registers', keyOf: ({ name }) => name })

/** Selects entries of a register by day, as of an instant. */
interface EntriesQuery {
  /** yyyy-MM-dd */
  readonly from: string
  readonly to: string
  readonly before: Date
  /** Requested measures: entries that contribute to none of them may be left out. */
  readonly measures?: readonly string[]
}

/** An entry as a row of the drawer. */
export interface EntryRecord {
  readonly id: string
  readonly number: string
  /** "中文/English" */
  readonly title: string
  readonly person: string | null
  readonly department: string | null
  /** yyyy-MM-dd */
  readonly date: string
  /** Business type and state, if the entry is a document. */
  readonly type: string | null
  readonly state: string | null
  /** Path of its page, if the entry is not a document. */
  readonly path: string | null
}

/**
 * The fields of records or documents that entries say something of, by measure, dimension, `department`, `person` or `title` of the page:
 * somebody who is not shown one of them gets entries and sums without what follows from it. `*` has the fields from which an entry's day
 * follows, or whether it is counted: without one of them, the page shows nothing. Figures that follow from none need not be named.
 */
export interface RegisterReads {
  /** Name of the resource, or `form:{key}`. */
  readonly subject: string
  readonly fields: Readonly<Record<string, readonly string[]>>
}

/** Source of entries that a page counts instead of facts of documents. */
export interface Register {
  /** Without any where entries say nothing that a role can be kept from. */
  readonly reads: readonly RegisterReads[]
  /**
   * Query with a row per part of an entry: `document` (the entry's id), `day`, `department`, `person`, and each dimension and summed
   * measure of the page by its key.
   */
  rows(query: EntriesQuery): RawBuilder<unknown>
  /** The condition that a row is an entry and not a plan or target. @default all rows are entries */
  readonly isEntry?: RawBuilder<boolean>
  /** Query for the drawer's rows by id; if absent, the entries are documents. */
  records?(ids: readonly string[]): RawBuilder<EntryRecord>
}
