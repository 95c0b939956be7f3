import type { Measure, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { Label } from '#kernel/wording/label.ts'
import { useStatisticsText } from './text.ts'

interface MeasureNameProps {
  readonly name: string
  /** Tooltip that explains the figure. */
  readonly hint: Label | undefined
  readonly isFocusable?: true
}

/** Name of a measure, with a tooltip if it has a hint. */
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

/** Full name of a measure: column group and name, joined by “·”. */
export function titleOf({ heads }: StatisticsPage, measure: Measure, label: (of: Label) => string): string {
  const head = measure.head === undefined ? undefined : heads?.[measure.head]
  return head ? `${label(head)} · ${label(measure)}` : label(measure)
}
