/** What the calls of statistics take and answer. Amounts are decimal texts in RMB, fractions of `percent` are decimal texts too. */

/** `POST /oaserver/statistics/{page}`; as JSON in `asked` of the address it is what `GET /oaserver/statistics/{page}/export` writes to a workbook. */
export interface StatisticsQuery {
  /** First and last day, yyyy-MM-dd. */
  readonly from: string
  readonly to: string
  /** Enterprises with everything below them; narrows `departments` where both are given. */
  readonly enterprises?: readonly string[]
  readonly departments?: readonly string[]
  /** Whether the departments below count as well; true unless said otherwise. */
  readonly withSub?: boolean
  /** Values by dimension (also `person`): a fact counts where each dimension has one of its values. */
  readonly filters?: Readonly<Record<string, readonly string[]>>
  readonly current?: number
  /** Rows of the table at once; 20 unless said otherwise, at most 200. */
  readonly size?: number
  /** Measure that orders the table; the first of the headline unless said otherwise, largest first. */
  readonly sort?: string
  readonly order?: 'asc' | 'desc'
}

/** A value of a dimension; '' where the document says nothing. */
export interface Named {
  readonly value: string
  /** "中文/English" */
  readonly name: string
}

/** Figures by measure; null where there is nothing to divide by. */
export type Figures = Readonly<Record<string, string | null>>

export interface StatisticsRow {
  readonly dimensions: Readonly<Record<string, Named>>
  readonly figures: Figures
  /** By the page's `leading`: the value with the highest figure, and that figure; null where there is none. */
  readonly leading?: Readonly<Record<string, (Named & { readonly figure: string }) | null>>
}

export interface HeadlineFigure {
  readonly measure: string
  readonly value: string | null
  /** Of the period of the same length right before, and of the same days a year earlier. */
  readonly previous: string | null
  readonly lastYear: string | null
}

export interface ChartFigures {
  /** Of `columns` and `lines` each month of the period, yyyy-MM, or each day of a short one, yyyy-MM-dd; of `heat` what stands across; of `calendar` days; of `funnel` measures; otherwise values. */
  readonly points: readonly Named[]
  /** Of `columns` by a dimension one for each of the four largest values and one for the others (value `…`), of several measures one for each; of `heat` one for each row; otherwise one. */
  readonly series: readonly { readonly of: Named; readonly values: readonly (string | null)[] }[]
}

export interface StatisticsAnswer {
  /** The day up to whose end documents are counted, yyyy-MM-dd: yesterday. */
  readonly dataDate: string
  readonly rows: readonly StatisticsRow[]
  /** Rows of the table in all. */
  readonly total: number
  readonly totals: Figures
  readonly headline: readonly HeadlineFigure[]
  /** In the order of the page's charts. */
  readonly charts: readonly ChartFigures[]
}

/** `POST /oaserver/statistics/{page}/drill`: the documents behind a figure. `row` narrows by the values of a table's row, a point of a chart a month (`month`: yyyy-MM), a week (`week`: yyyy-Wnn) or a day (`day`: yyyy-MM-dd); `measure` leaves out what adds nothing to it. */
export type DrillQuery = StatisticsQuery & { readonly row?: Readonly<Record<string, string>>; readonly measure?: string }

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
    /** Where an entry that is no document is shown. */
    readonly path: string | null
    /** The summed measures of the document's facts that match. */
    readonly figures: Figures
  }[]
  readonly total: number
  readonly totals: Figures
}

/** `GET /oaserver/statistics/overview?from&to`: the pages that the caller may open, each with its first headline figure and its months. */
export type OverviewAnswer = readonly {
  readonly page: string
  readonly dataDate: string
  readonly headline: HeadlineFigure
  /** Of the first headline measure, by month. */
  readonly months: readonly { readonly month: string; readonly value: string | null }[]
  /** Of the first chart with a dimension: its largest values. */
  readonly largest: readonly (Named & { readonly figure: string | null })[]
}[]

/** `POST {page}/explain`: what each value of a dimension adds to a figure's change; the parts add up to it. */
export interface ExplainAnswer {
  /** The time that is compared with. */
  readonly period: { readonly from: string; readonly to: string }
  readonly before: string
  readonly now: string
  /** The largest first; those beyond the first few as one (value `…`). */
  readonly parts: readonly { readonly of: Named; readonly before: string; readonly now: string; readonly change: string }[]
}

/** `POST {page}/forecast`: what the year comes to. */
export interface ForecastAnswer {
  readonly year: number
  /** From what months to come are expected: the same months last year, or the average of the months so far. */
  readonly method: 'lastYear' | 'average'
  /** The month that is not over, yyyy-MM. */
  readonly running: string | null
  readonly counted: string
  readonly expected: string
  /** Null where the page has no plan or the caller may not see it. */
  readonly plan: string | null
  readonly months: readonly { readonly month: string; readonly counted: string; readonly expected: string | null; readonly plan: string | null }[]
}

/** `POST {page}/anomalies`: rows of the table whose months differ from the twelve months before. */
export type AnomaliesAnswer = readonly {
  readonly row: Readonly<Record<string, Named>>
  readonly month: string
  readonly figure: string
  /** The middle of the months before. */
  readonly usual: string
}[]

/** `POST {page}/values`: what a dimension's filter offers, the largest first, at most 50. */
export type OccurringAnswer = readonly Named[]

/** How often a report goes out: each day, on Mondays, on the first of the month. */
export type ReportFrequency = 'daily' | 'weekly' | 'monthly'

/** `POST /oaserver/statistics/reports`, `PUT …/reports/{id}`: a saved view that goes out by mail, to each reader what they may see in their language. */
export interface ReportInput {
  /** Id of a saved view that the caller has; a new report may have `{ page, name, query }` instead, which is kept as a view with it. */
  readonly view: string
  readonly frequency: ReportFrequency
  readonly people: readonly string[]
}

/** `GET /oaserver/statistics/reports?page=`: the caller's own, of the page at this path. */
export type ReportsAnswer = readonly (ReportInput & { readonly id: string; readonly viewName: string; readonly sentFor: string | null })[]

/** `GET /oaserver/statistics/refreshState`; `POST …/refresh` counts every document anew. */
export interface RefreshState {
  readonly dataDate: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly lastRun: string | null
  readonly result: 'running' | 'done' | 'failed' | null
}
