import type { Band } from '../band.ts'
import { Money } from '#shell/parts/Money.tsx'
import { UsageBar } from './grid/Ratio.tsx'
import { countedSpan, spanOf, useBudgetText } from './text.ts'
import type { BudgetYear, Figures } from './wire.ts'

const bands: readonly Band[] = ['within', 'near', 'over', 'none']

interface HeadlineProps {
  readonly year: BudgetYear
  /** Bands that the lines are narrowed to. */
  readonly chosen: readonly string[]
  onBands(bands: readonly string[]): void
  /** Opens the ledger of everything. */
  onOpen(figures: Figures): void
}

/** The sums of the shown lines, and the number of them in each band; a band narrows the grid to it. */
export function Headline({ year, chosen, onBands, onOpen }: HeadlineProps) {
  const { t } = useBudgetText()
  const { totals, bands: counts, withoutBudget, setting } = year
  const figures: Figures = { ...totals, budget: totals.annualBudget }
  const nameOf = (key: 'annualBudget' | 'used' | 'occupied' | 'available') =>
    (key === 'annualBudget' && countedSpan(t, 'spanBudget', setting)) || t(key)
  const count = (band: Band) => (counts[band] ?? 0) + (band === 'none' ? withoutBudget.length : 0)
  const toggle = (band: Band) => onBands(chosen.includes(band) ? chosen.filter((each) => each !== band) : [...chosen, band])
  return (
    <div className="oa-headline">
      <dl className="oa-key-figures" data-tip={t('spanNote', spanOf(t, setting.startMonth, setting.endMonth))}>
        {(['annualBudget', 'used', 'occupied', 'available'] as const).map((key) => (
          <div key={key} data-tip={key === 'available' ? t('sumNote') : undefined}>
            <dt>{nameOf(key)}</dt>
            <dd>
              <button type="button" className="plain" onClick={() =>
                onOpen(figures)} aria-label={t('openLedger', { what: nameOf(key) })}
              >
                <Money value={totals[key]} decimals={0} />
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <span className="oa-headline-bar">
        <UsageBar figures={figures} band={totals.band} />
      </span>
      <div className="oa-bands" role="group" aria-label={t('bandFilter')}>
        {bands.map((band) => (
          <button key={band} type="button" className="plain oa-band" data-band={band} aria-pressed={chosen.includes(band)}
            onClick={() => toggle(band)}
          >
            {t(band)}
            <span className="num">{count(band)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
