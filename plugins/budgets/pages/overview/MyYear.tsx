import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { Chart } from '#shell/chart/Chart.tsx'
import { Money } from '#shell/parts/Figures.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { ChartKey } from './ChartKey.tsx'
import { add, isNothing, monthKeys, useOverviewText, yuan } from './overview.ts'
import { spendOption, type SpendSeries } from './spend-option.ts'
import './overview.css'

interface ClaimAmounts {
  readonly approved: string
  readonly waiting: string
}

/** The person's claims this year by month of filing; RMB as decimal texts. */
interface ClaimedYear extends ClaimAmounts {
  readonly year: number
  readonly upToMonth: number
  readonly months: readonly ClaimAmounts[]
}

/** Home page widget with the person's claims this year by month, approved and in approval. Hidden if there are none. */
export function MyYear() {
  const http = useHttp()
  const { data } = useQuery({ queryKey: ['documents', 'myYear'],
    queryFn: ({ signal }) => http.get<ClaimedYear>('/budgetservice/budget/myYear', {}, { signal, quiet: true }) })
  return !data || isNothing(add(data.approved, data.waiting)) ? null : <Year claimed={data} />
}

const initiated = '/initiated'

/** First and last day of a month (0–11), as a filter value of the list. */
function datesOf(year: number, month: number): string {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  return `${day(new Date(Date.UTC(year, month, 1)))},${day(new Date(Date.UTC(year, month + 1, 0)))}`
}

function Year({ claimed }: { claimed: ClaimedYear }) {
  const { t } = useOverviewText()
  const navigate = useNavigate()
  const { year, upToMonth, months, approved, waiting } = claimed
  const drawn = useMemo(() => {
    const series: readonly SpendSeries[] = [
      { name: t('approved'), kind: 'used', months: months.map((month) => month.approved) },
      { name: t('waiting'), kind: 'occupied', months: months.map((month) => month.waiting) },
    ]
    const names = monthKeys.map((key) => t(key))
    return {
      series,
      option: spendOption({ series, months: names, current: upToMonth - 1, texts: { budget: t('budget'), total: t('claimed') },
        isYuan: true }),
      table: { head: [t('month'), t('approved'), t('waiting'), t('claimed')],
        rows: names.map((name,
          at) => [name, yuan(months[at]?.approved), yuan(months[at]?.waiting), yuan(add(months[at]?.approved, months[at]?.waiting))]
        ) },
    }
  }, [months, upToMonth, t])
  const whole = add(approved, waiting)
  return (
    <section aria-label={t('myYear', { year })}>
      <SectionTitle action={<Link to={initiated}>{t('myDocuments')}</Link>}>
        {t('myYear', { year })} <small className="oa-chart-unit tiny left-6">{t('yuanUnit')}</small>
      </SectionTitle>
      <p className="oa-spend-figures num second flex wrap">
        <span>
          {t('claimed')}{' '}
          <strong>
            <Money value={whole} decimals={0} />
          </strong>
        </span>
        <span>
          {t('approved')} <Money value={approved} decimals={0} />
        </span>
        <span>
          {t('waiting')} <Money value={waiting} decimals={0} />
        </span>
      </p>
      <ChartKey series={drawn.series} />
      <Chart name={t('myYearName', { year, claimed: yuan(whole), waiting: yuan(waiting) })} option={drawn.option} table={drawn.table}
        height={200} onPick={(month) => void navigate(`${initiated}?dates=${datesOf(year, month)}`)} />
    </section>
  )
}
