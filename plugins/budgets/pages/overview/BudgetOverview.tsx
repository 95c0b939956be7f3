import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { Chart } from '#shell/chart/Chart.tsx'
import { Money } from '#shell/parts/Figures.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { Pill } from '#shell/parts/StatePill.tsx'
import { curveOf, curveOption, stepsOf, waterfallOption } from './overview-options.ts'
import { add, budgetName, type DepartmentYear, heatOf, ledgerPath, minus, monthKeys, type MonthShare, type Overview, overviewQuery,
  percentOf, shareOf, shortTenThousand, useOverviewText, variancePath, yuan } from './overview.ts'
import './overview.css'

/** Maximum number of departments shown. */
const mostDepartments = 10

/** Heat map of budget usage by month for the departments with the largest budgets. */
function HeatTable({ overview }: { overview: Overview }) {
  const { t } = useOverviewText()
  const { departments, startMonth, endMonth, upToMonth } = overview
  const months = monthKeys.slice(startMonth - 1, endMonth)
  return (
    <section aria-label={t('execution')}>
      <SectionTitle>
        {t('execution')} <small className="oa-chart-unit tiny left-6">{t('executionUnit')}</small>
      </SectionTitle>
      <ul className="oa-chart-key oa-heat-key flex wrap small line-18">
        {(['low', 'near', 'over'] as const).map((heat) => (
          <li key={heat}>
            <i data-heat={heat} aria-hidden />
            {t(heat)}
          </li>
        ))}
        <li>
          <i className="is-expected" aria-hidden />
          {t('forecastMonth')}
        </li>
      </ul>
      <div className="scroll-x" tabIndex={0} role="group" aria-label={t('execution')}>
        <table className="oa-heat collapsed small wide">
          <thead>
            <tr>
              <th scope="col">{t('department')}</th>
              <th scope="col">{t('wholeYear')}</th>
              {months.map((key, at) => (
                <th key={key} scope="col" aria-current={startMonth + at === upToMonth ? 'date' : undefined}>{t(key)}</th>
              ))}
              <th scope="col">{t('yearForecast')}</th>
            </tr>
          </thead>
          <tbody>
            {departments.slice(0, mostDepartments).map((department) => <DepartmentRow key={department.id} {...{ department, overview }} />)}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function DepartmentRow(
  { department, overview: { year, startMonth, endMonth, upToMonth } }: { department: DepartmentYear; overview: Overview },
) {
  const { name } = useOverviewText()
  const whole = percentOf(department.forecast, department.budget)
  return (
    <tr>
      <th scope="row">
        <Link className="plain" to={ledgerPath(year, { department: department.id })}>{name(department.name)}</Link>
      </th>
      <td className="num">{shortTenThousand(department.budget)}</td>
      {department.months.slice(startMonth - 1, endMonth).map((_, at) => (
        <td key={at}>
          <Cell share={shareOf(department, startMonth + at, upToMonth)}
            to={ledgerPath(year, { department: department.id, month: String(startMonth + at) })} />
        </td>
      ))}
      <td className="num" data-heat-text={heatOf(whole)}>{whole === undefined ? '—' : `${whole}%`}</td>
    </tr>
  )
}

function Cell({ share: { percent, kind }, to }: { share: MonthShare; to: string }) {
  return <Link className="plain num oa-heat-cell round-4 block" data-heat={heatOf(percent)} data-kind={kind} to={to}>{percent ?? '—'}</Link>
}

/** Maximum number of categories shown individually. */
const mostSteps = 5

/** Waterfall of the categories from the budget to the forecast, with an equivalent table. */
function Waterfall({ overview }: { overview: Overview }) {
  const { t, name } = useOverviewText()
  const navigate = useNavigate()
  const { year, budget, forecast, categories } = overview
  const steps = useMemo(() => stepsOf(overview, mostSteps), [overview])
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
        {title} <small className="oa-chart-unit tiny left-6">{t('unit')}</small>
      </SectionTitle>
      <Chart name={t('waterfallName', { budget: yuan(budget), forecast: yuan(forecast) })} option={drawn.option} table={drawn.table}
        height={264} onPick={open} />
    </section>
  )
}

/** Budget section of the finance overview: totals, curve, variance reasons due and charts for the budgets visible to the person. */
export function BudgetOverview() {
  const { data } = useQuery(overviewQuery(useHttp(), false))
  if (!data || data.categories.length === 0) return null
  return (
    <>
      <Strip overview={data} />
      <div className="oa-overview-row grid">
        <Curve overview={data} />
        <VariancesDue overview={data} />
      </div>
      <div className="oa-overview-row grid">
        <HeatTable overview={data} />
        <Waterfall overview={data} />
      </div>
    </>
  )
}

function Strip({ overview }: { overview: Overview }) {
  const { t } = useOverviewText()
  const { year, budget, used, occupied, forecast } = overview
  const left = minus(minus(budget, used), occupied)
  const over = minus(forecast, budget)
  const share = (part: string) => percentOf(part, budget) ?? 0
  const isOver = !over.startsWith('-')
  return (
    <section aria-label={t('title', { year })}>
      <dl className="oa-overview-strip framed round-10 grid">
        <Figure name={budgetName(t, overview)} amount={budget} note={t('ofAll')} />
        <Figure name={t('used')} amount={used} to={ledgerPath(year, {})}
          note={t('timePassed', { percent: share(used), passed: passed(overview) })} />
        <Figure name={t('occupied')} amount={occupied} note={`${share(occupied)}%`} />
        <Figure name={t('available')} amount={left} note={`${share(left)}%`} band={left.startsWith('-') ? 'over' : undefined} />
        <Figure name={t('forecast')} amount={forecast} note={isOver
          ? t('forecastOver', { percent: share(forecast), amount: yuan(over) })
          : t('forecastWithin', { percent: share(forecast) })} band={isOver ? 'over' : undefined} />
      </dl>
    </section>
  )
}

/** Share of the counted months that has passed, in whole percents. */
function passed({ upToMonth, startMonth, endMonth }: Overview): number {
  const months = endMonth - startMonth + 1
  return Math.round((Math.min(Math.max(upToMonth - startMonth + 1, 0), months) / months) * 100)
}

interface FigureProps {
  readonly name: string
  readonly amount: string
  readonly note: string
  readonly band?: 'over'
  readonly to?: string
}

function Figure({ name, amount, note, band, to }: FigureProps) {
  const figure = <Money value={amount} decimals={0} />
  return (
    <div>
      <dt className="second small">{name}</dt>
      <dd>
        <strong className="block bold">{to ? <Link className="plain" to={to}>{figure}</Link> : figure}</strong>
        <small className="num muted block line-18" data-band={band}>{note}</small>
      </dd>
    </div>
  )
}

function Curve({ overview }: { overview: Overview }) {
  const { t } = useOverviewText()
  const navigate = useNavigate()
  const isNarrow = useIsMobile()
  const { year, used, forecast, budget, startMonth, endMonth } = overview
  const open = useCallback((at: number) => void navigate(ledgerPath(year, { month: String(startMonth + at) })), [navigate, year,
    startMonth])
  const drawn = useMemo(() => {
    const months = monthKeys.slice(startMonth - 1, endMonth).map((key) => t(key))
    const curve = curveOf(overview)
    const texts = { used: t('used'), budget: t('budget'), forecast: t('forecastShort'), withOccupied: t('withOccupied') }
    return {
      option: curveOption({ curve, months, texts, isNarrow }),
      table: {
        head: [t('month'), texts.budget, texts.used, texts.forecast],
        rows: months.map((month, at) => [month, yuan(curve.budget[at]), shown(curve.used[at]), shown(curve.forecast[at])]),
      },
    }
  }, [overview, startMonth, endMonth, isNarrow, t])
  return (
    <section aria-label={t('curve')}>
      <SectionTitle>
        {t('curve')} <small className="oa-chart-unit tiny left-6">{t('unit')}</small>
      </SectionTitle>
      <ul className="oa-chart-key flex wrap small line-18">
        <li>
          <i className="is-line is-dashed" aria-hidden />
          {t('budget')}
        </li>
        <li>
          <i className="is-line" style={{ background: 'var(--accent)' }} aria-hidden />
          {t('used')}
        </li>
        <li>
          <i className="is-hatched" aria-hidden />
          {t('occupied')}
        </li>
        <li>
          <i className="is-line is-dotted" aria-hidden />
          {t('forecast')}
        </li>
      </ul>
      <Chart name={t('curveName', { year, used: yuan(used), forecast: yuan(forecast), budget: yuan(budget) })} option={drawn.option}
        table={drawn.table} height={264} onPick={open} />
      <p className="oa-overview-why small line-18">
        {t('method')} {t('occupied')} {yuan(overview.occupied)} + {t('expected')} {yuan(add(...overview.expected))}
      </p>
    </section>
  )
}

const shown = (amount: string | undefined) => (amount === undefined ? '—' : yuan(amount))

/** Maximum number of departments shown. */
const mostVariances = 8

/** Departments with overspending to explain, with links to the variance reasons. */
function VariancesDue({ overview: { variances, year } }: { overview: Overview }) {
  const { t, name } = useOverviewText()
  const late = variances.reduce((sum, { isLate, count }) => sum + (isLate ? count : 0), 0)
  const due = variances.reduce((sum, { count }) => sum + count, 0)
  return (
    <section aria-label={t('variances')}>
      <SectionTitle>{t('variances')}</SectionTitle>
      <p className="oa-overview-why small line-18">
        {due === 0 ? t('variancesNone') : t('variancesWhy')}{' '}
        {late > 0 && <strong data-band="over">{t('variancesLate', { count: late })}</strong>}
      </p>
      <ul className="oa-variances-due">
        {variances.slice(0, mostVariances).map((each) => (
          <li key={`${each.departmentId} ${each.quarter}`}>
            <Link className="plain middle line-bottom ink grid gap-12" to={variancePath(year, each)}>
              <span className="cut">{name(each.departmentName)} · {t('varianceLine', { quarter: each.quarter })}</span>
              <span className="num">{t('varianceCount', { count: each.count })}</span>
              {each.isLate
                ? <Pill tone="red">{t('late')}</Pill>
                : <span className="oa-nothing num">{t('dueBy', { date: each.dueDate.slice(5) })}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
