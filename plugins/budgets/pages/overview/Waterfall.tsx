import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { Chart } from '#shell/chart/Chart.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { ledgerPath, minus, type Overview, shortTenThousand, yuan } from './overview.ts'
import { useOverviewText } from './text.ts'
import { stepsOf, waterfallOption } from './waterfall-option.ts'

/** Maximum number of categories shown individually. */
const most = 5

/** Waterfall of the categories from the budget to the forecast, with an equivalent table. */
export function Waterfall({ overview }: { overview: Overview }) {
  const { t, name } = useOverviewText()
  const navigate = useNavigate()
  const { year, budget, forecast, categories } = overview
  const steps = useMemo(() => stepsOf(overview, most), [overview])
  const open = useCallback((at: number) => {
    const category = steps[at - 1]?.id
    void navigate(ledgerPath(year, category ? { category } : {}))
  }, [navigate, year, steps])
  const drawn = useMemo(() => {
    const named = steps.map((step) => (step.name === undefined ? t('others') : name(step.name)))
    const figures = new Map(categories.map((category) => [category.id, category]))
    return {
      option: waterfallOption({ budget, forecast, steps, names: [t('budget'), ...named, t('forecastShort')] }),
      table: {
        head: [t('category'), t('budget'), t('used'), t('sameMonths'), t('occupied'), t('forecast'), t('difference')],
        rows: steps.flatMap(({ id, difference }, at) => {
          const own = figures.get(id ?? '')
          return own
            ? [[named[at] ?? '',
              ...[own.budget, own.used, own.lastYear, own.occupied, own.forecast, difference].map((amount) => yuan(amount))]]
            : []
        }),
      },
    }
  }, [steps, budget, forecast, categories, t, name])
  if (steps.length === 0) return null
  const difference = minus(forecast, budget)
  const amount = shortTenThousand(difference).replace('-', '')
  const title = t(difference.startsWith('-') ? 'whyLess' : 'whyMore', { amount })
  return (
    <section aria-label={title}>
      <SectionTitle>
        {title} <small className="oa-chart-unit">{t('unit')}</small>
      </SectionTitle>
      <Chart name={t('waterfallName', { budget: yuan(budget), forecast: yuan(forecast) })} option={drawn.option} table={drawn.table}
        height={264} onPick={open} />
    </section>
  )
}
