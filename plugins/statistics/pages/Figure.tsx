import type { Measure } from '#kernel/statistics.ts'
import { bandOfShare } from './charts/bands.ts'
import { figureText, type AmountUnit } from '../figures.ts'
import { useStatisticsText } from './text.ts'

interface FigureProps {
  readonly figure: string | null | undefined
  readonly measure: Measure
  readonly unit: AmountUnit
  /** Names the figure for screen readers. */
  readonly of: string
  readonly decimals?: number
  /** Shows the documents behind it. */
  onOpen?(): void
}

/** A figure that opens the documents it is made of; nothing opens nothing. */
export function Figure({ figure, measure, unit, of, decimals, onOpen }: FigureProps) {
  const { t } = useStatisticsText()
  const text = figureText(figure, measure, unit, decimals)
  const isNothing = text === '—'
  const tone = isNothing ? undefined : toneOf(measure, figure ?? null)
  if (isNothing || !onOpen) return <span className={isNothing ? 'oa-nothing' : 'num'} data-tone={tone}>{text}</span>
  return (
    <button type="button" className="plain num oa-stat-figure" data-tone={tone} data-unit={measure.unit}
      aria-label={`${text} · ${t('openDocuments', { what: of })}`} onClick={onOpen}
    >
      {text}
    </button>
  )
}

function toneOf({ isBad, isBand }: Measure, figure: string | null): 'bad' | 'near' | undefined {
  if (!isBand) return isBad ? 'bad' : undefined
  const band = bandOfShare(figure)
  return band === 'over' ? 'bad' : band === 'near' ? 'near' : undefined
}
