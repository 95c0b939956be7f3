import type { ColumnType, Generated } from 'kysely'

type Json<Value> = ColumnType<Value, string, never>

/** A contribution of a document to a page of statistics. One that no longer holds is taken back by a fact of the other sign. */
interface StatisticsFactTable {
  id: Generated<string>
  page: string
  document: string
  /** Tells the facts of a document apart: the source's number, with the row's id. */
  line: string
  day: string
  department: string
  person: string
  dimensions: Json<Readonly<Record<string, string>>>
  measures: Json<Readonly<Record<string, string>>>
  sign: 1 | -1
  /** When the document came to say so. */
  at: Date
}

/** A sum of facts with the same values of some dimensions, in a month or on a day; or how many documents have such facts. */
interface StatisticsFoldTable {
  page: string
  grouped_by: string
  keys: readonly string[]
  span: 'day' | 'month' | 'year'
  day: string
  earlier: string
  measure: string
  figure: string
}

/** A fact that is not in the fold yet; written by a trigger. */
interface StatisticsUnfoldedTable {
  page: string
  document: string
  fact: string
  day: string
  at: Date
}

/** An action of a document whose facts are not recorded yet; written by a trigger. */
interface StatisticsChangedTable {
  id: Generated<string>
  document: string
  at: Date
}

/** A fact of a document that stands in several departments of its page; written by a trigger. */
interface StatisticsSpreadFactTable
  extends Pick<StatisticsFactTable, 'page' | 'document' | 'day' | 'department' | 'person' | 'dimensions' | 'sign' | 'at'> {
  fact: string
}

/** The groupings by which a page was folded, and whether that is to be done anew. */
interface StatisticsFoldingTable {
  page: string
  groupings: string
  is_due: boolean
}

/** The declaration by which every document of a page was counted. */
interface StatisticsCountedTable {
  page: string
  sources: string
}

/** The progress of a count of every document; at most one row. */
interface StatisticsRecountTable {
  sources: string
  begun_at: Date
  last: string
  counted: number
  total: number
}

/** A saved view that goes out by mail from time to time. */
interface StatisticsReportTable {
  id: string
  owner: string
  view: string
  frequency: 'daily' | 'weekly' | 'monthly'
  people: string[]
  sent_for: string | null
  /** When it went out to somebody last. */
  sent_at: Date | null
  /** When its owner asked for it to be sent at once; null once it went out. */
  asked_at: Date | null
  created_at: Date
}

/** Records of other modules that pages count beside documents, as drawers show them. */
interface StatisticsEntryTable {
  id: string
  number: string
  title: string
  path: string
  day: string
  department: string
  person: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    statistics_counted: StatisticsCountedTable
    statistics_recount: StatisticsRecountTable
    statistics_fact: StatisticsFactTable
    statistics_fold: StatisticsFoldTable
    statistics_folding: StatisticsFoldingTable
    statistics_spread_fact: StatisticsSpreadFactTable
    statistics_changed: StatisticsChangedTable
    statistics_unfolded: StatisticsUnfoldedTable
    statistics_report: StatisticsReportTable
    statistics_entry: StatisticsEntryTable
  }
}
