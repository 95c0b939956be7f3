/** What the calls of statistics take and answer. Amounts are decimal texts in RMB, fractions of `percent` are decimal texts too. */

/** `POST /oaserver/statistics/{page}`; as JSON in `asked` of the address it is what `GET /oaserver/statistics/{page}/export` writes to a workbook. */
export interface StatisticsQuery {
  /** First and last day, yyyy-MM-dd. */
  readonly from: string
  readonly to: string
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
}

export interface HeadlineFigure {
  readonly measure: string
  readonly value: string | null
  /** Of the period of the same length right before, and of the same days a year earlier. */
  readonly previous: string | null
  readonly lastYear: string | null
}

export interface ChartFigures {
  /** `columns`: months, yyyy-MM, each month of the period; otherwise the values, largest first. */
  readonly points: readonly Named[]
  /** One series without a dimension (or for `ranking` and `share`), else one for each of the four largest values and one for the others (value `…`). */
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

/** `POST /oaserver/statistics/{page}/drill`: the documents behind a figure. `row` narrows by the values of a table's row, a point of a chart or a month (`month`: yyyy-MM). */
export type DrillQuery = StatisticsQuery & { readonly row?: Readonly<Record<string, string>> }

export interface DrillAnswer {
  readonly records: readonly {
    readonly document: string
    readonly businessType: string
    readonly businessNo: string
    /** "中文/English" */
    readonly title: string
    readonly initiator: string
    /** "中文/English" */
    readonly department: string
    readonly date: string
    readonly state: number
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
