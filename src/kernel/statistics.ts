import type { Feel } from './fields.ts'
import type { Label } from './wording/label.ts'
import { definePermissions, type Permission } from './permissions.ts'

/** What a document contributes to a page, by the form it is of: facts, one for the document or one for each row. */
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
  /** Field (column of the row first) of the department that the fact belongs to; without it, the department of the document. Data scopes go by it. */
  readonly department?: string
  /** Field of each dimension of the page but department and person, likewise; what is not named is empty. */
  readonly dimensions?: Readonly<Record<string, string>>
  /** FEEL of each summed measure, RMB for amounts; what is not named is 0. Records that the value names have no attributes here: facts follow from the document alone. */
  readonly measures: Readonly<Record<string, Feel>>
}

/** By what figures are told apart. Each page has `department` and `person` (who the document is for) without declaring them. */
export type Dimension = Label & {
  /** Values of a dictionary, ids of records of this name, or plain texts. */
  readonly of: { readonly dict: string } | { readonly to: string } | 'text'
}

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
}

/** `columns`: by month, stacked by a dimension; `ranking`: the largest values of a dimension; `share`: parts of the whole. */
export interface StatisticsChart extends Label {
  readonly kind: 'columns' | 'ranking' | 'share'
  readonly measure: string
  /** Dimension: the parts of a stack, what is ranked, or the parts of the whole. Months of `columns` stand alone without it. */
  readonly by?: string
}

/** A page of figures, as data. */
export interface StatisticsPage extends Label {
  readonly key: string
  /** What the menu calls it, below “Statistics”. */
  readonly short: Label
  readonly path: string
  readonly sort: number
  readonly facts: readonly FactSource[]
  readonly dimensions: Readonly<Record<string, Dimension>>
  readonly measures: Readonly<Record<string, Measure>>
  /** Dimensions whose values make up a row of the table, in the order of its columns. */
  readonly groupBy: readonly string[]
  /** At most five measures told on top; the first also on the first page of statistics. */
  readonly headline: readonly string[]
  readonly charts: readonly StatisticsChart[]
  /** Dimensions that narrow the page, beside time and department. */
  readonly filters: readonly string[]
}

/** Dimensions that every page has. */
export const commonDimensions = ['department', 'person'] as const

/** Rights of a page of statistics; its name for data scopes is `stat:{page}`. */
export const statisticsPermissions = (page: string): Readonly<Record<'view' | 'export', Permission>> => definePermissions(`stat:${page}`, ['view', 'export'])

/** Whether a page can be ordered by a measure: those that are derived from others are known after the rows were chosen. */
export const ordersRows = ({ of }: Measure): boolean => of === undefined
