import type { Feel } from './fields.ts'
import type { Label } from './wording/label.ts'
import { definePermissions, type Permission } from './permissions.ts'

/** The facts that a document contributes to a page, by its form: one for the document or one for each row. */
export interface FactSource {
  /** Business type. */
  readonly form: string
  /** Table of which each row is a fact; without it, the document is one. */
  readonly rows?: string
  /**
   * `filing`: on the day it was filed for the first time, while it is in approval or completed;
   * `completion`: on the day of its completion, while it is completed.
   */
  readonly at: 'filing' | 'completion'
  readonly when?: Feel
  /**
   * Field (column of the row first) of the department that the fact belongs to; without it, the department of the document. Data scopes go
   * by it.
   */
  readonly department?: string
  /**
   * Field of each dimension of the page but department and person, likewise, or FEEL that answers a text; `state` is the document's own.
   * A dimension without an entry is empty.
   */
  readonly dimensions?: Readonly<Record<string, string | { readonly of: Feel }>>
  /**
   * FEEL of each summed measure, RMB for amounts; a measure without an entry is 0. Records that the value names have no attributes here:
   * facts follow from the document alone.
   */
  readonly measures: Readonly<Record<string, Feel>>
}

/** An attribute by which figures are grouped. Each page has `department` and `person` (who the document is for) without declaring them. */
export type Dimension = Label & {
  /**
   * Values of a dictionary, ids of records of this name, values that are named here, plain texts, or texts in both languages
   * ("中文/English").
   */
  readonly of: { readonly dict: string } | { readonly to: string } | { readonly values: Readonly<Record<string, Label>> } | 'text' | 'label'
  /** A filter offers the values that occur, as it does of texts, because the records are too many or cannot be searched by name. */
  readonly offersOccurring?: true
  /** Its values have an order: a filter offers each together with those behind it, by these names. */
  readonly atLeast?: Readonly<Record<string, Label>>
}

/** Returns whether a filter offers the values that occur instead of a dictionary or records. */
export const offersOccurring = (dimension: Dimension | undefined): boolean =>
  dimension !== undefined && (typeof dimension.of === 'string' || dimension.offersOccurring === true)

/**
 * A figure: `documents` counts documents, each once; the others are sums of facts, unless `of` derives them from sums.
 * `percent` is a fraction.
 */
export interface Measure extends Label {
  readonly unit: 'documents' | 'count' | 'amount' | 'days' | 'percent'
  /** FEEL over the sums of the other measures, by their keys; null where it divides by nothing. */
  readonly of?: Feel
  /** A higher figure is bad news: growth is shown in the warning colour. */
  readonly isBad?: true
  /** The days that count: those of the period unless said otherwise; of the year in which the period ends, to the period's end or all. */
  readonly over?: 'yearToDate' | 'year'
  /** The measure that is summed, where it has another name. */
  readonly sums?: string
  /** Where nothing counts, the figure is unknown and not 0, as is what is derived from it. */
  readonly isUnknownWithout?: true
  /**
   * The middle one of the numbers that facts have in this dimension, which is none of the page's, instead of a sum. Figures have few digits
   * there: each value is folded.
   */
  readonly medianOf?: string
  /** Head of the page (`heads`) that it stands under. */
  readonly head?: string
  /** The share of a row in what `of` comes to in all rows, as a fraction. */
  readonly isShare?: true
  /** A share of a budget: a figure near or over it is marked. */
  readonly isBand?: true
  /** An explanation that a reader needs, shown at its name. */
  readonly hint?: Label
}

/** A column that names the value of a dimension with the highest figure within each row. */
export interface LeadingValue extends Label {
  readonly by: string
  readonly measure: string
}

/**
 * By month: `columns` (stacked by a dimension, or measures side by side) and `lines` (measures).
 * By a dimension: `ranking` (largest values), `share` (parts of the whole), `pareto` (largest values and how much they come to together),
 * `steps` (values in their own order), `gauges` (a percentage for each value).
 * `scatter` (a point for each of the largest values: one measure against another).
 * `funnel`: measures, each a part of the one before. `heat`: a dimension against another or against time. `calendar`: days.
 */
export type ChartKind = 'columns' | 'lines' | 'ranking' | 'share' | 'pareto' | 'steps' | 'gauges' | 'scatter' | 'funnel' | 'heat'
  | 'calendar'

export interface StatisticsChart extends Label {
  readonly kind: ChartKind
  readonly measure: string
  /** Several measures: of `columns`, `lines` and `funnel`; the first is `measure`. */
  readonly measures?: readonly string[]
  /** Dimension: the parts of a stack, what is ranked, or the parts of the whole. Months of `columns` stand alone without it. */
  readonly by?: string
  /** Of `heat`: what stands across, a dimension, `month` or `week`. Of `lines`: `day`, while the period has room for its days. */
  readonly across?: string
  /** Of `ranking`: a measure that each bar is compared with; of `scatter`: the measure across. */
  readonly beside?: string
  /** Of `lines`: each point stands for everything from the first one on. */
  readonly isRunning?: true
  /** The figure is a share of a budget and is marked within, near or over it. */
  readonly isBand?: true
}

/** Ranges that end with the running month or day: today, yesterday, last week and month, months, this year, and years. */
export const quickRanges = ['today', 'yesterday', 'lastWeek', 'lastMonth', '1', '3', '6', 'year', '12', '60'] as const
export type QuickRange = (typeof quickRanges)[number]

/** Frames of the first page of statistics. */
export type StatisticsTopic = 'spending' | 'budget' | 'work'

/** A page of figures, as data. */
export interface StatisticsPage extends Label {
  readonly key: string
  readonly path: string
  readonly sort: number
  readonly topic: StatisticsTopic
  /** The facts that documents contribute by their forms; none where a recorder makes them or the page counts entries of a register. */
  readonly facts: readonly FactSource[]
  /** The register whose entries are counted instead of documents, by its name in the server half. */
  readonly register?: string
  /** The recorder that makes the facts of documents from their events, whatever their form, by its name in the server half. */
  readonly recorder?: string
  /** Address of its calls; `/oaserver/statistics/{key}` unless said otherwise. */
  readonly call?: string
  /** The range that is shown at first; this year unless said otherwise. */
  readonly range?: QuickRange
  /** Days to come have entries too, such as plans: a period that is not over is compared as a whole. */
  readonly isAhead?: true
  /** The measure that annual budgets are the plan of. */
  readonly plan?: string
  /** Heads over columns of measures that belong together, by key. */
  readonly heads?: Readonly<Record<string, Label>>
  readonly dimensions: Readonly<Record<string, Dimension>>
  readonly measures: Readonly<Record<string, Measure>>
  /** Columns of the table beside its measures, by key. */
  readonly leading?: Readonly<Record<string, LeadingValue>>
  /** Dimensions whose values make up a row of the table, in the order of its columns. */
  readonly groupBy: readonly string[]
  /** The table begins with the first of `groupBy`; each of its rows opens into those of the next. */
  readonly hasLevels?: true
  /** At most five measures shown on top; the first also on the first page of statistics. */
  readonly headline: readonly string[]
  readonly charts: readonly StatisticsChart[]
  /** Dimensions that narrow the page, beside time and department. */
  readonly filters: readonly string[]
  /** The names of the department and of the person that its figures belong to, where these are not any. */
  readonly department?: Label
  readonly person?: Label
}

/** Dimensions that every page has. */
export const commonDimensions = ['department', 'person'] as const

const commonLabels: Readonly<Record<(typeof commonDimensions)[number], Label>> = { department: { cn: '部门', en: 'Department' },
  person: { cn: '人员', en: 'Person' } }

/** The name of a dimension on a page. */
export function dimensionLabel(page: Pick<StatisticsPage, 'dimensions' | 'department' | 'person'>, key: string): Label {
  if (key === 'department' || key === 'person') return page[key] ?? commonLabels[key]
  return page.dimensions[key] ?? { cn: key, en: key }
}

/** Rights of a page of statistics; its name for data scopes is `stat:{page}`. */
export const statisticsPermissions = (page: string): Readonly<Record<'view' | 'export', Permission>> =>
  definePermissions(`stat:${page}`, ['view', 'export'])

/** Address of a page's calls. */
export const statisticsCall = ({ key, call }: Pick<StatisticsPage, 'key' | 'call'>): string => call ?? `/oaserver/statistics/${key}`

/** Returns whether a page can be ordered by a measure: those that are derived from others are known after the rows were chosen. */
export const ordersRows = ({ of }: Measure): boolean => of === undefined
