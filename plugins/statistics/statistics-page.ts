import type { Feel } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import { definePermissions, type Permission } from '#kernel/permissions.ts'

/** Declares the facts that documents of a form contribute to a page: one per document or one per row. */
export interface FactSource {
  /** Business type. */
  readonly form: string
  /** Table field of which each row is a fact; if absent, the document is one fact. */
  readonly rows?: string
  /**
   * `filing`: on the day it was filed for the first time, while it is in approval or completed;
   * `completion`: on the day of its completion, while it is completed.
   */
  readonly at: 'filing' | 'completion'
  readonly when?: Feel
  /** Field of the fact's department, looked up in the row first; data scopes apply to it. @default the department of the document */
  readonly department?: string
  /**
   * Field of each dimension except department and person, looked up in the row first, or a FEEL expression that returns a text; `state` is
   * the state of the document. A dimension without an entry is empty.
   */
  readonly dimensions?: Readonly<Record<string, string | { readonly of: Feel }>>
  /**
   * FEEL of each summed measure, RMB for amounts; a measure without an entry is 0. Attributes of referenced records are not available:
   * facts depend on the document only.
   */
  readonly measures: Readonly<Record<string, Feel>>
}

/** An attribute by which figures are grouped. Each page has `department` and `person` (who the document is for) without declaring them. */
export type Dimension = Label & {
  /**
   * Type of the values: dictionary values, ids of records (shown with their code before the name if `isCoded`), enumerated values, plain
   * texts, or bilingual texts ("中文/English").
   */
  readonly of: { readonly dict: string } | { readonly to: string; readonly isCoded?: true } | {
    readonly values: Readonly<Record<string, Label>>
  } | 'text' | 'label'
  /** The filter offers the values that occur, as for texts, because the records are too many or cannot be searched by name. */
  readonly offersOccurring?: true
  /** The values are ordered: a filter option selects a value and all later ones, with these labels. */
  readonly atLeast?: Readonly<Record<string, Label>>
}

/** Returns whether the filter of a dimension offers the values that occur instead of its dictionary or records. */
export const offersOccurring = (dimension: Dimension | undefined): boolean =>
  dimension !== undefined && (typeof dimension.of === 'string' || dimension.offersOccurring === true)

/**
 * A figure: `documents` counts documents, each once; the others are sums of facts, unless `of` derives them from sums.
 * `percent` is a fraction.
 */
export interface Measure extends Label {
  readonly unit: 'documents' | 'count' | 'amount' | 'days' | 'percent'
  /** FEEL over the sums of the other measures, by their keys; null on division by zero. */
  readonly of?: Feel
  /** A higher figure is unfavourable: growth is shown in the warning colour. */
  readonly isBad?: true
  /** Days that count: from the start of the year to the end of the period, or the whole year of that end. @default the period */
  readonly over?: 'yearToDate' | 'year'
  /** Key of the measure in facts, if it differs from this key. */
  readonly sums?: string
  /** Without any fact the figure is unknown instead of 0, and so are figures derived from it. */
  readonly isUnknownWithout?: true
  /**
   * The median of a numeric dimension of the facts, which the page does not declare, instead of a sum. Its values must have few digits,
   * since each distinct value is folded.
   */
  readonly medianOf?: string
  /** Key of its column group in `heads`. */
  readonly head?: string
  /** The row's share of the total of `of` over all rows, as a fraction. */
  readonly isShare?: true
  /** A share of a budget: marked if near or over 100 %. */
  readonly isBand?: true
  /** Explanation, shown as a tooltip at the name. */
  readonly hint?: Label
}

/** A column with the value of a dimension that has the highest figure within each row. */
export interface LeadingValue extends Label {
  readonly by: string
  readonly measure: string
}

/**
 * By month: `columns` (stacked by a dimension, or measures side by side) and `lines` (measures).
 * By a dimension: `ranking` (largest values), `share` (parts of the whole), `pareto` (largest values with their cumulative share),
 * `steps` (values in their own order), `gauges` (a percentage for each value).
 * `scatter` (a point for each of the largest values: one measure against another).
 * `funnel`: measures, each a subset of the previous one. `heat`: a dimension against another or against time. `calendar`: days.
 */
export type ChartKind = 'columns' | 'lines' | 'ranking' | 'share' | 'pareto' | 'steps' | 'gauges' | 'scatter' | 'funnel' | 'heat'
  | 'calendar'

export interface StatisticsChart extends Label {
  readonly kind: ChartKind
  readonly measure: string
  /** Several measures: of `columns`, `lines` and `funnel`; the first is `measure`. */
  readonly measures?: readonly string[]
  /** Dimension of the stack, the ranking or the shares. `columns` without it have a single series by month. */
  readonly by?: string
  /** For `heat`: the horizontal axis, a dimension, `month` or `week`. For `lines`: `day`, by month for longer periods. */
  readonly across?: string
  /** For `ranking`: a reference measure for each bar; for `scatter`: the measure on the horizontal axis. */
  readonly beside?: string
  /** For `lines`: cumulative figures from the first point on. */
  readonly isRunning?: true
  /** The figure is a share of a budget and is marked as within, near or over it. */
  readonly isBand?: true
}

/** Quick ranges: today, yesterday, last week and month, a number of months up to the running one, or this year. */
export const quickRanges = ['today', 'yesterday', 'lastWeek', 'lastMonth', '1', '3', '6', 'year', '12', '60'] as const
export type QuickRange = (typeof quickRanges)[number]

/** Sections of the overview. */
export type StatisticsTopic = 'spending' | 'budget' | 'work'

/** Path and name of a page, known to the menu and the router before the page is loaded. */
export type PageAddress = Pick<StatisticsPage, 'key' | 'cn' | 'en' | 'path' | 'sort'>

/** Declaration of a statistics page. */
export interface StatisticsPage extends Label {
  readonly key: string
  readonly path: string
  readonly sort: number
  readonly topic: StatisticsTopic
  /** Facts that documents contribute by their forms; empty for a page with a recorder or a register. */
  readonly facts: readonly FactSource[]
  /** Name of the register, in the server half, whose entries are counted instead of documents. */
  readonly register?: string
  /** Name of the recorder, in the server half, that derives facts from the events of documents of any form. */
  readonly recorder?: string
  /** Path of its API calls. @default `/oaserver/statistics/{key}` */
  readonly call?: string
  /** Initial period. @default this year */
  readonly range?: QuickRange
  /** Has entries with future dates, such as plans: an unfinished period is compared in full. */
  readonly isAhead?: true
  /** Measure for which the annual budgets are the plan. */
  readonly plan?: string
  /** Headers of column groups, by key. */
  readonly heads?: Readonly<Record<string, Label>>
  readonly dimensions: Readonly<Record<string, Dimension>>
  readonly measures: Readonly<Record<string, Measure>>
  /** Leading-value columns of the table, by key. */
  readonly leading?: Readonly<Record<string, LeadingValue>>
  /** Dimensions of a table row, in column order. */
  readonly groupBy: readonly string[]
  /** The table starts with the first of `groupBy`; rows drill down to the next one. */
  readonly hasLevels?: true
  /** At most five measures shown at the top; the first one also on the overview. */
  readonly headline: readonly string[]
  readonly charts: readonly StatisticsChart[]
  /** Filterable dimensions, in addition to period and department. */
  readonly filters: readonly string[]
  /** Labels of the department and person dimensions. @default generic labels */
  readonly department?: Label
  readonly person?: Label
}

/** Dimensions that every page has. */
export const commonDimensions = ['department', 'person'] as const

const commonLabels: Readonly<Record<(typeof commonDimensions)[number], Label>> = { department: { cn: '部门', en: 'Department' },
  person: { cn: '人员', en: 'Person' } }

/** Label of a dimension on a page. */
export function dimensionLabel(page: Pick<StatisticsPage, 'dimensions' | 'department' | 'person'>, key: string): Label {
  if (key === 'department' || key === 'person') return page[key] ?? commonLabels[key]
  return page.dimensions[key] ?? { cn: key, en: key }
}

/** Rights of a statistics page; its data scope is named `stat:{page}`. */
export const statisticsPermissions = (page: string): Readonly<Record<'view' | 'export', Permission>> =>
  definePermissions(`stat:${page}`, ['view', 'export'])

/** Path of a page's API calls. */
export const statisticsCall = ({ key, call }: Pick<StatisticsPage, 'key' | 'call'>): string => call ?? `/oaserver/statistics/${key}`

/** Returns whether a page can be sorted by a measure; derived measures are calculated after pagination and cannot be. */
export const ordersRows = ({ of }: Measure): boolean => of === undefined
