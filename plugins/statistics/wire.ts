/** Questions and answers of the calls of statistics. Amounts are decimal texts in RMB, fractions of `percent` are decimal texts too. */

/**
 * `POST /oaserver/statistics/{page}`; as JSON in `asked` of the address it is what `GET /oaserver/statistics/{page}/export` writes to a
 * workbook.
 */
export interface StatisticsQuery {
  /** First and last day, yyyy-MM-dd. */
  readonly from: string
  readonly to: string
  /** Enterprises with everything below them; narrows `departments` where both are given. */
  readonly enterprises?: readonly string[]
  readonly departments?: readonly string[]
  /** The departments below count as well; true unless said otherwise. */
  readonly withSub?: boolean
  /** Values by dimension (also `person`): a fact counts where each dimension has one of its values. */
  readonly filters?: Readonly<Record<string, readonly string[]>>
  readonly current?: number
  /** Rows of the table at once; 20 unless said otherwise, at most 200. */
  readonly size?: number
  /** Of a page with levels: how many of its dimensions make up a row; all unless said otherwise. */
  readonly depth?: number
  /** Measure that orders the table; the first of the headline unless said otherwise, largest first. */
  readonly sort?: string
  readonly order?: 'asc' | 'desc'
}

/** A value of a dimension; '' where the document says nothing. */
export interface DimensionValue {
  readonly value: string
  /** "中文/English" */
  readonly name: string
}

/** Figures by measure; null where there is nothing to divide by. */
export type Figures = Readonly<Record<string, string | null>>

export interface StatisticsRow {
  readonly dimensions: Readonly<Record<string, DimensionValue>>
  readonly figures: Figures
  /** By the page's `leading`: the value with the highest figure, and that figure; null where there is none. */
  readonly leading?: Readonly<Record<string, (DimensionValue & { readonly figure: string }) | null>>
}

export interface HeadlineFigure {
  readonly measure: string
  readonly value: string | null
  /** Of the periods that the page is compared with. */
  readonly previous: string | null
  readonly lastYear: string | null
}

/** The periods that a period is compared with. */
export interface ComparisonPeriods {
  /** Of the same length right before; of a period that is not over, as many days of it. */
  readonly previous: { readonly from: string; readonly to: string }
  /** The same days a year earlier. */
  readonly lastYear: { readonly from: string; readonly to: string }
}

export interface ChartFigures {
  /**
   * Of `columns` and `lines` each month of the period, yyyy-MM, or each day of a short one, yyyy-MM-dd; of `heat` what stands across; of
   * `calendar` days; of `funnel` measures; otherwise values.
   */
  readonly points: readonly DimensionValue[]
  /**
   * Of `columns` by a dimension one for each of the four largest values and one for the others (value `…`), of several measures one for
   * each; of `heat` one for each row; otherwise one.
   */
  readonly series: readonly { readonly of: DimensionValue; readonly values: readonly (string | null)[] }[]
}

export interface StatisticsAnswer {
  /** The day up to whose end documents are counted, yyyy-MM-dd: yesterday. */
  readonly dataDate: string
  /**
   * Documents of earlier days are still to be counted: after an update that counts differently, while a module writes earlier ones, or what
   * happened just before midnight.
   */
  readonly isIncomplete: boolean
  readonly rows: readonly StatisticsRow[]
  /** Rows of the table in all. */
  readonly total: number
  readonly totals: Figures
  readonly headline: readonly HeadlineFigure[]
  readonly compared: ComparisonPeriods
  /** In the order of the page's charts. */
  readonly charts: readonly ChartFigures[]
}

/**
 * `POST /oaserver/statistics/{page}/drill`: the documents behind a figure. `row` narrows by the values of a table's row, a point of a chart
 * a month (`month`: yyyy-MM), a week (`week`: yyyy-Wnn) or a day (`day`: yyyy-MM-dd); `measure` leaves out what adds nothing to it;
 * `counted` counts all documents, however many there are.
 */
export type DrillQuery = StatisticsQuery & { readonly row?: Readonly<Record<string, string>>; readonly measure?: string;
  readonly counted?: boolean }

export interface DrillAnswer {
  readonly records: readonly {
    readonly document: string
    /** Null, as the state is, for an entry of a register that is no document. */
    readonly businessType: string | null
    readonly businessNo: string
    /** "中文/English" */
    readonly title: string
    readonly initiator: string | null
    /** "中文/English" */
    readonly department: string | null
    readonly date: string
    readonly state: number | null
    /** Path of the page of an entry that is no document. */
    readonly path: string | null
    /** The summed measures of the document's facts that match. */
    readonly figures: Figures
  }[]
  readonly total: number
  /** There are more documents than `total`: those behind a figure of very many are counted when that is asked for. */
  readonly isMore?: true
  readonly totals: Figures
}

/**
 * `POST {page}/items`, of pages that count documents: the parts of a document behind a figure, by the values of dimensions that it names.
 */
export type ItemsAnswer = readonly { readonly dimensions: Readonly<Record<string, DimensionValue>>; readonly figures: Figures }[]

/**
 * `GET /oaserver/statistics/overview?from&to&departments`: the pages that the caller may open, each with its first headline figure and its
 * months.
 */
export type OverviewAnswer = readonly {
  readonly page: string
  readonly dataDate: string
  /** As of the page's answer. */
  readonly isIncomplete: boolean
  readonly headline: HeadlineFigure
  readonly compared: ComparisonPeriods
  /** Of the first headline measure, by month. */
  readonly months: readonly { readonly month: string; readonly value: string | null }[]
  /** Of the first chart with a dimension: its largest values. */
  readonly largest: readonly (DimensionValue & { readonly figure: string | null })[]
}[]

/** `POST {page}/explain`: the contribution of each value of a dimension to a figure's change; the parts add up to it. */
export interface ExplainAnswer {
  /** The time that is compared with. */
  readonly period: { readonly from: string; readonly to: string }
  readonly before: string
  readonly now: string
  /** The largest first; those beyond the first few as one (value `…`). */
  readonly parts: readonly { readonly of: DimensionValue; readonly before: string; readonly now: string; readonly change: string }[]
}

/** `POST {page}/forecast`: the year's figure, counted and expected. */
export interface ForecastAnswer {
  readonly year: number
  /** The basis of months to come: the same months last year, or the average of the months so far. */
  readonly method: 'lastYear' | 'average'
  /** The month that is not over, yyyy-MM. */
  readonly running: string | null
  readonly counted: string
  readonly expected: string
  /** Null where the page has no plan or the caller may not see it. */
  readonly plan: string | null
  readonly months: readonly { readonly month: string; readonly counted: string; readonly expected: string | null;
    readonly plan: string | null }[]
}

/** `POST {page}/anomalies`: rows of the table whose months differ from the twelve months before. */
export type AnomaliesAnswer = readonly {
  readonly row: Readonly<Record<string, DimensionValue>>
  readonly month: string
  readonly figure: string
  /** The middle of the months before. */
  readonly usual: string
}[]

/** `POST {page}/values`: the values that a dimension's filter offers, the largest first, at most 50. */
export type OccurringAnswer = readonly DimensionValue[]

/** The days on which a report goes out: each day, Mondays, the first of the month. */
export type ReportFrequency = 'daily' | 'weekly' | 'monthly'

/**
 * `POST /oaserver/statistics/reports`, `PUT …/reports/{id}`; `POST …/reports/{id}/send` sends it at once: a saved view that goes out by
 * mail, to each reader what they may see in their language.
 */
export interface ReportInput {
  /**
   * Id of a saved view that the caller has; in a question it may be `{ page, name, query }` instead, which is kept as a view with the
   * report.
   */
  readonly view: string
  readonly frequency: ReportFrequency
  readonly people: readonly string[]
}

/** `GET /oaserver/statistics/reports?page=`: the caller's own, of the page at this path. */
export type ReportsAnswer =
  readonly (ReportInput & { readonly id: string; readonly viewName: string; /** When somebody got it last, yyyy-MM-dd HH:mm:ss. */
    readonly sentAt: string | null; /** It was asked for and is not sent yet. */ readonly isSending: boolean })[]

/** `GET /oaserver/statistics/refreshState`; `POST …/refresh` counts every document anew. */
export interface RefreshState {
  readonly dataDate: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly lastRun: string | null
  readonly result: 'running' | 'done' | 'failed' | null
  /** Of a count that runs or was broken off: the documents that were counted, and all. */
  readonly progress: { readonly counted: number; readonly total: number } | null
}
