import type { ColumnType, Generated } from 'kysely'

type Json<Value> = ColumnType<Value, string, never>

/** A contribution of a document to a page; append-only: it is reversed by a fact with the opposite sign. */
interface StatisticsFactTable {
  id: Generated<string>
  page: string
  document: string
  /** Key of the fact within its document: index of the source, and the row's id. */
  line: string
  day: string
  department: string
  person: string
  dimensions: Json<Readonly<Record<string, string>>>
  measures: Json<Readonly<Record<string, string>>>
  sign: 1 | -1
  /** Instant from which the fact holds. */
  at: Date
}

/** A sum of facts with equal values of some dimensions, by day, month or year; or the number of documents with such facts. */
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

/** A fact pending to be folded; written by a trigger. */
interface StatisticsUnfoldedTable {
  page: string
  document: string
  fact: string
  day: string
  at: Date
}

/** A document action pending to be recorded; written by a trigger. */
interface StatisticsChangedTable {
  id: Generated<string>
  document: string
  at: Date
}

/** Copy of a fact of a document in several departments of its page; written by a trigger. */
interface StatisticsSpreadFactTable
  extends Pick<StatisticsFactTable, 'page' | 'document' | 'day' | 'department' | 'person' | 'dimensions' | 'sign' | 'at'> {
  fact: string
}

/** The groupings by which a page was folded, and whether a rebuild is due. */
interface StatisticsFoldingTable {
  page: string
  groupings: string
  is_due: boolean
}

/** The declaration by which all documents of a page were counted. */
interface StatisticsCountedTable {
  page: string
  sources: string
}

/** Progress of a full recount; at most one row. */
interface StatisticsRecountTable {
  sources: string
  begun_at: Date
  last: string
  counted: number
  total: number
}

/** A saved view that is mailed periodically. */
interface StatisticsReportTable {
  id: string
  owner: string
  view: string
  frequency: 'daily' | 'weekly' | 'monthly'
  people: string[]
  sent_for: string | null
  /** Time of the last delivery to at least one reader. */
  sent_at: Date | null
  /** Time when the owner requested immediate sending; null once sent. */
  asked_at: Date | null
  created_at: Date
}

/** Display data of records of other modules that count like documents. */
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
