import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { Chart } from '#shell/chart/Chart.tsx'
import { Money } from '#shell/parts/Figures.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { Switcher } from '#shell/parts/Switcher.tsx'
import { ChartKey } from './ChartKey.tsx'
import { add, budgetName, ledgerPath, minus, monthKeys, type Overview, overviewQuery, percentOf, running, stacked, useOverviewText,
  yuan } from './overview.ts'
import { spendOption, type SpendSeries } from './spend-option.ts'
import './overview.css'

/** Home page widget for department heads: spending by month against the budget. Hidden if empty. */
export function TeamSpend() {
  const { data } = useQuery(overviewQuery(useHttp(), true))
  if (!data || (data.categories.length === 0)) return null
  return <Spend overview={data} />
}

type Mode = 'byMonth' | 'cumulative'

function Spend({ overview }: { overview: Overview }) {
  const { t, name } = useOverviewText()
  const navigate = useNavigate()
  const [mode, setMode] = useState<Mode>('byMonth')
  const shown = useSpend(overview, mode)
  const open = useCallback((month: number) => void navigate(ledgerPath(overview.year, { month: String(month + 1) })), [navigate,
    overview.year])
  const { year, budget, used, occupied } = overview
  return (
    <section aria-label={t('teamSpend')}>
      <SectionTitle
        action={
          <Switcher<Mode> aria-label={t('mode')} value={mode} onChange={setMode}
            options={[{ value: 'byMonth', label: t('byMonth') }, { value: 'cumulative', label: t('cumulative') }]} />
        }
      >
        {t('teamSpend')} <small className="oa-chart-unit tiny left-6">{scopeOf(overview, { t, name })} · {t('unit')}</small>
      </SectionTitle>
      <SpendFigures overview={overview} />
      <ChartKey series={shown.series} budget={t('budget')} />
      <Chart name={t('teamName', { year, budget: yuan(budget), used: yuan(used), occupied: yuan(occupied) })} option={shown.option}
        table={shown.table} height={252} onPick={open} />
    </section>
  )
}

/** Name of the first counted department, and the number of further ones. */
function scopeOf({ departments: [first, ...others] }: Overview,
  { t, name }: Pick<ReturnType<typeof useOverviewText>, 't' | 'name'>): string {
  if (!first) return ''
  return others.length === 0 ? name(first.name) : t('andMore', { name: name(first.name), count: others.length })
}

function SpendFigures({ overview }: { overview: Overview }) {
  const { t } = useOverviewText()
  const { year, budget, used, occupied } = overview
  const left = minus(minus(budget, used), occupied)
  const percent = percentOf(add(used, occupied), budget)
  const isOver = left.startsWith('-')
  return (
    <p className="oa-spend-figures num second flex wrap">
      <span>
        {budgetName(t, overview)}{' '}
        <strong>
          <Money value={budget} decimals={0} />
        </strong>
      </span>
      <Link className="plain" to={ledgerPath(year, {})}>
        {t('used')}{' '}
        <strong>
          <Money value={used} decimals={0} />
        </strong>
      </Link>
      <span>
        {t('occupied')} <Money value={occupied} decimals={0} />
      </span>
      <span data-band={isOver ? 'over' : undefined}>
        {t(isOver ? 'overBy' : 'available')} <Money value={left.replace('-', '')} decimals={0} />
      </span>
      {percent !== undefined && <span data-band={isOver ? 'over' : percent > 80 ? 'near' : undefined}>{t('ofBudget', { percent })}</span>}
    </p>
  )
}

/** Data of the chart and its equivalent table. */
function useSpend(overview: Overview, mode: Mode) {
  const { t, name } = useOverviewText()
  return useMemo(() => {
    const counted = (amounts: readonly string[]) => (mode === 'cumulative' ? running(amounts) : amounts)
    const series: readonly SpendSeries[] = [
      ...stacked(overview).map((each) => ({ name: each.name === undefined ? t('other') : name(each.name), kind: 'used' as const,
        months: counted(each.months) })
      ),
      { name: t('occupied'), kind: 'occupied', months: counted(overview.months.map(({ occupied }) => occupied)) },
    ]
    const budget = counted(overview.months.map((month) => month.budget))
    const months = monthKeys.map((key) => t(key))
    const texts = { budget: t('budget'), total: t('total') }
    const sum = (month: number) => add(...series.map((each) => each.months[month]))
    return {
      series,
      option: spendOption({ series, budget, months, current: overview.upToMonth - 1, texts }),
      table: {
        head: [t('month'), ...series.map((each) => each.name), t('total'), t('budget')],
        rows: months.map((month, at) => [month, ...series.map((each) => yuan(each.months[at])), yuan(sum(at)), yuan(budget[at])]),
      },
    }
  }, [overview, mode, t, name])
}
