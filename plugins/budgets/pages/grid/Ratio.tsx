import type { Band } from '#plugins/statistics/bands.ts'
import { usage } from '../figures.ts'
import { useBudgetText } from '../texts.ts'
import type { Figures } from '../wire.ts'
import './usage.css'

/** Usage bar: used amount solid, occupied amount hatched; decorative, its figure is next to it. */
export function UsageBar({ figures, band }: { figures: Pick<Figures, 'budget' | 'used' | 'occupied'>; band: Band }) {
  const { used, occupied } = usage(figures)
  return (
    <span className="oa-usage flex rigid clip" data-band={band} aria-hidden>
      <span style={{ width: `${used}%` }} />
      <span style={{ width: `${occupied}%` }} />
    </span>
  )
}

/** Usage bar with percentage, or a note without a budget. */
export function Ratio({ figures }: { figures: Figures }) {
  const { t } = useBudgetText()
  const { percent } = usage(figures)
  if (figures.band === 'none' && percent === undefined) return <span className="oa-pill" data-tone="grey">{t('none')}</span>
  return (
    <span className="oa-ratio inline-row gap-8" data-band={figures.band}>
      <UsageBar figures={figures} band={figures.band} />
      <span className="num">{percent === undefined ? '—' : `${percent}%`}</span>
    </span>
  )
}
