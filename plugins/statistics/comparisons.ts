import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { ComparisonPeriods, HeadlineFigure } from './wire.ts'

/** Comparison of a headline figure: its label, the compared period and the figure in it. */
export interface FigureComparison extends Label {
  readonly from: string
  readonly to: string
  readonly before: string | null
}

const month: Label = { cn: '环比', en: 'MoM' }
const prior: Label = { cn: '环比', en: 'vs. prior' }
const year: Label = { cn: '同比', en: 'YoY' }

/**
 * Comparisons of a figure with the previous period and with the previous year; only the latter where both periods are equal or the figure
 * covers a whole year.
 */
export function comparisonsOf(page: Pick<StatisticsPage, 'measures'>, { previous, lastYear }: ComparisonPeriods,
  figure: HeadlineFigure): readonly FigureComparison[] {
  const withYear = { ...year, ...lastYear, before: figure.lastYear }
  if ((previous.from === lastYear.from && previous.to === lastYear.to) || isOfYear(page, figure.measure)) return [withYear]
  const isMonth = previous.from.endsWith('-01') && previous.from.slice(0, 7) === previous.to.slice(0, 7)
  return [{ ...(isMonth ? month : prior), ...previous, before: figure.previous }, withYear]
}

/** Returns whether a measure covers the year in which the period ends, or is derived from one that does. */
function isOfYear({ measures }: Pick<StatisticsPage, 'measures'>, measure: string): boolean {
  const { over, of = '' } = measures[measure] ?? {}
  return over !== undefined ||
    Object.entries(measures).some(([key, { over: days }]) => days !== undefined && new RegExp(`\\b${key}\\b`).test(of))
}
