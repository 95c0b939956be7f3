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
