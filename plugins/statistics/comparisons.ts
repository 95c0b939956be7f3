import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { ComparisonPeriods, HeadlineFigure } from './wire.ts'

/** A comparison of a headline figure: its name, the days that it is compared with, and the figure of these. */
export interface FigureComparison extends Label {
  readonly from: string
  readonly to: string
  readonly before: string | null
}

const month: Label = { cn: '环比', en: 'MoM' }
const prior: Label = { cn: '环比', en: 'vs. prior' }
const year: Label = { cn: '同比', en: 'YoY' }

/**
 * The comparisons of a figure: with the period before and the year before; one of them where both are the same days, and of a figure of the
 * whole year.
 */
export function comparisonsOf(page: Pick<StatisticsPage, 'measures'>, { previous, lastYear }: ComparisonPeriods,
  figure: HeadlineFigure): readonly FigureComparison[] {
  const withYear = { ...year, ...lastYear, before: figure.lastYear }
  if ((previous.from === lastYear.from && previous.to === lastYear.to) || isOfYear(page, figure.measure)) return [withYear]
  const isMonth = previous.from.endsWith('-01') && previous.from.slice(0, 7) === previous.to.slice(0, 7)
  return [{ ...(isMonth ? month : prior), ...previous, before: figure.previous }, withYear]
}

/** Returns whether a measure counts the year in which the period ends, or is derived from one that does. */
function isOfYear({ measures }: Pick<StatisticsPage, 'measures'>, measure: string): boolean {
  const { over, of = '' } = measures[measure] ?? {}
  return over !== undefined ||
    Object.entries(measures).some(([key, { over: days }]) => days !== undefined && new RegExp(`\\b${key}\\b`).test(of))
}
