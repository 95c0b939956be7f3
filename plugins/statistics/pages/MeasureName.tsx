import type { Measure, StatisticsPage } from '#kernel/statistics.ts'
import type { Label } from '#kernel/wording/label.ts'
import { useStatisticsText } from './text.ts'

interface MeasureNameProps {
  readonly name: string
  /** Explains how the figure is to be read. */
  readonly hint: Label | undefined
  readonly isFocusable?: true
}

/** A measure's name, and what it counts where that is not plain. */
export function MeasureName({ name, hint, isFocusable }: MeasureNameProps) {
  const { label } = useStatisticsText()
  if (!hint) return name
  return (
    <span className="oa-stat-hinted" {...(isFocusable && { tabIndex: 0, 'data-tip': label(hint) })}>
      {name}
      <span className="oa-chart-spoken">{label(hint)}</span>
    </span>
  )
}

/** The name of a measure, with the head that it stands under. */
export function titleOf({ heads }: StatisticsPage, measure: Measure, label: (of: Label) => string): string {
  const head = measure.head === undefined ? undefined : heads?.[measure.head]
  return head ? `${label(head)} · ${label(measure)}` : label(measure)
}
