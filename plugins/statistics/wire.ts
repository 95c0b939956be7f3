/** Requests and responses of the statistics API. Amounts are decimal texts in RMB; `percent` figures are fractions as decimal texts. */

/**
 * Body of `POST /oaserver/statistics/{page}`; also sent as JSON in the query parameter `asked` of
 * `GET /oaserver/statistics/{page}/export`, which returns a workbook.
 */
export interface StatisticsQuery {
  /** First and last day, yyyy-MM-dd. */
  readonly from: string
  readonly to: string
  /** Enterprises including all units below them; intersected with `departments` if both are given. */
  readonly enterprises?: readonly string[]
  readonly departments?: readonly string[]
  /** Includes sub-departments. @default true */
  readonly withSub?: boolean
  /** Allowed values by dimension (also `person`); a fact counts if it matches in each dimension. */
  readonly filters?: Readonly<Record<string, readonly string[]>>
  readonly current?: number
  /** Page size of the table, at most 200. @default 20 */
  readonly size?: number
  /** For pages with levels: number of dimensions in a row. @default all */
  readonly depth?: number
  /** Measure to sort the table by, largest first. @default the first of the headline */
  readonly sort?: string
  readonly order?: 'asc' | 'desc'
}

/** A value of a dimension; '' if the document has none. */
export interface DimensionValue {
  readonly value: string
  /** "中文/English" */
  readonly name: string
}

/** Figures by measure; null if unknown or divided by zero. */
export type Figures = Readonly<Record<string, string | null>>

export interface StatisticsRow {
  readonly dimensions: Readonly<Record<string, DimensionValue>>
  readonly figures: Figures
  /** By key of the page's `leading`: the value with the highest figure, and that figure; null if there is none. */
  readonly leading?: Readonly<Record<string, (DimensionValue & { readonly figure: string }) | null>>
}

export interface HeadlineFigure {
  readonly measure: string
  readonly value: string | null
  /** Figures of the comparison periods. */
  readonly previous: string | null
  readonly lastYear: string | null
}

/** Comparison periods of a period. */
export interface ComparisonPeriods {
  /** Preceding period of the same length; for an unfinished period, only as many days. */
  readonly previous: { readonly from: string; readonly to: string }
  /** The same days a year earlier. */
  readonly lastYear: { readonly from: string; readonly to: string }
}

export interface ChartFigures {
  /**
   * For `columns` and `lines` each month of the period, yyyy-MM, or each day of a short one, yyyy-MM-dd; for `heat` the horizontal axis;
   * for `calendar` days; for `funnel` measures; otherwise values.
   */
  readonly points: readonly DimensionValue[]
  /**
   * For `columns` by a dimension one for each of the four largest values and one for the rest (value `…`), or one per measure; for `heat`
   * one per row; otherwise a single one.
   */
  readonly series: readonly { readonly of: DimensionValue; readonly values: readonly (string | null)[] }[]
}

export interface StatisticsAnswer {
  /** Last day of which documents are counted, yyyy-MM-dd: yesterday. */
  readonly dataDate: string
  /**
   * Earlier documents are not yet counted: after an upgrade that changes declarations, while a module writes past entries, or shortly after
   * midnight.
   */
  readonly isIncomplete: boolean
  readonly rows: readonly StatisticsRow[]
  /** Total number of table rows. */
  readonly total: number
  readonly totals: Figures
  readonly headline: readonly HeadlineFigure[]
  readonly compared: ComparisonPeriods
  /** In the order of the page's charts. */
  readonly charts: readonly ChartFigures[]
}

/**
 * `POST /oaserver/statistics/{page}/drill`: the documents behind a figure. `row` narrows by the values of a table row or chart point, by
 * `month` (yyyy-MM), `week` (yyyy-Wnn) or `day` (yyyy-MM-dd); `measure` leaves out documents that do not contribute to it;
 * `counted` counts all documents exactly.
 */
export type DrillQuery = StatisticsQuery & { readonly row?: Readonly<Record<string, string>>; readonly measure?: string;
  readonly counted?: boolean }

export interface DrillAnswer {
  readonly records: readonly {
    readonly document: string
    /** Null, like the state, for a register entry that is not a document. */
    readonly businessType: string | null
    readonly businessNo: string
    /** "中文/English" */
    readonly title: string
    readonly initiator: string | null
    /** "中文/English" */
    readonly department: string | null
    readonly date: string
    readonly state: number | null
    /** Path of the page of an entry that is not a document. */
    readonly path: string | null
    /** Sums of the document's matching facts. */
    readonly figures: Figures
  }[]
  readonly total: number
  /** `total` is a lower bound; the exact number is returned if `counted` is requested. */
  readonly isMore?: true
  readonly totals: Figures
  /** The question narrows by something that the caller is not shown of single documents: none are listed. */
  readonly isWithheld?: true
}

/** `POST {page}/items`, for pages that count documents: the items of a document behind a figure, by the values of its dimensions. */
export type ItemsAnswer = readonly { readonly dimensions: Readonly<Record<string, DimensionValue>>; readonly figures: Figures }[]

/** `GET /oaserver/statistics/overview?from&to&departments`: per visible page, its first headline figure, in total and by month. */
export type OverviewAnswer = readonly {
  readonly page: string
  readonly dataDate: string
  /** See {@link StatisticsAnswer.isIncomplete}. */
  readonly isIncomplete: boolean
  readonly headline: HeadlineFigure
  readonly compared: ComparisonPeriods
  /** First headline measure by month. */
  readonly months: readonly { readonly month: string; readonly value: string | null }[]
  /** Largest values of the first chart with a dimension. */
  readonly largest: readonly (DimensionValue & { readonly figure: string | null })[]
}[]

/** `POST {page}/explain`: the contribution of each value of a dimension to a figure's change; the parts add up to the change. */
export interface ExplainAnswer {
  /** Comparison period. */
  readonly period: { readonly from: string; readonly to: string }
  readonly before: string
  readonly now: string
  /** Largest change first; those beyond the first few are combined (value `…`). */
  readonly parts: readonly { readonly of: DimensionValue; readonly before: string; readonly now: string; readonly change: string }[]
}

/** `POST {page}/forecast`: the year's figure, actual and expected. */
export interface ForecastAnswer {
  readonly year: number
  /** Basis of the expected months: the same months last year, or the average of the finished months. */
  readonly method: 'lastYear' | 'average'
  /** The unfinished month, yyyy-MM. */
  readonly running: string | null
  readonly counted: string
  readonly expected: string
  /** Null if the page has no plan or the caller may not see it. */
  readonly plan: string | null
  readonly months: readonly { readonly month: string; readonly counted: string; readonly expected: string | null;
    readonly plan: string | null }[]
}

/** `POST {page}/anomalies`: table rows with a month that deviates from the twelve months before. */
export type AnomaliesAnswer = readonly {
  readonly row: Readonly<Record<string, DimensionValue>>
  readonly month: string
  readonly figure: string
  /** Median of the preceding months. */
  readonly usual: string
}[]

/** `POST {page}/values`: the options of a dimension's filter, largest first, at most 50. */
export type OccurringAnswer = readonly DimensionValue[]

/** Schedule of a report: every day, on Mondays, or on the first of the month. */
export type ReportFrequency = 'daily' | 'weekly' | 'monthly'

/**
 * Body of `POST /oaserver/statistics/reports` and `PUT …/reports/{id}`: a saved view mailed to its readers, each within their own data
 * scope and language. `POST …/reports/{id}/send` sends it at once.
 */
export interface ReportInput {
  /** Id of a saved view of the caller; a request may contain `{ page, name, query }` instead, which is saved as a view with the report. */
  readonly view: string
  readonly frequency: ReportFrequency
  readonly people: readonly string[]
}

/** `GET /oaserver/statistics/reports?page=`: the caller's own reports for the page at this path. */
export type ReportsAnswer =
  readonly (ReportInput & { readonly id: string; readonly viewName: string; /** Time of the last delivery, yyyy-MM-dd HH:mm:ss. */
    readonly sentAt: string | null; /** Sending was requested and is pending. */ readonly isSending: boolean })[]

/** `GET /oaserver/statistics/refreshState`; `POST …/refresh` starts a full recount. */
export interface RefreshState {
  readonly dataDate: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly lastRun: string | null
  readonly result: 'running' | 'done' | 'failed' | null
  /** Progress of a running or interrupted recount: processed and total number of documents. */
  readonly progress: { readonly counted: number; readonly total: number } | null
}
