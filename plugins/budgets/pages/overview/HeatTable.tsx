import { Link } from 'react-router'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { heatOf, type MonthShare, shareOf } from './heat.ts'
import { type DepartmentYear, ledgerPath, type Overview, percentOf, shortTenThousand } from './overview.ts'
import { monthKeys, useOverviewText } from './text.ts'

/** Maximum number of departments shown. */
const most = 10

/** Heat map of budget usage by month for the departments with the largest budgets. */
export function HeatTable({ overview }: { overview: Overview }) {
  const { t } = useOverviewText()
  const { departments, startMonth, endMonth, upToMonth } = overview
  const months = monthKeys.slice(startMonth - 1, endMonth)
  return (
    <section aria-label={t('execution')}>
      <SectionTitle>
        {t('execution')} <small className="oa-chart-unit">{t('executionUnit')}</small>
      </SectionTitle>
      <ul className="oa-chart-key oa-heat-key">
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
      <div className="oa-heat-frame" tabIndex={0} role="group" aria-label={t('execution')}>
        <table className="oa-heat">
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
            {departments.slice(0, most).map((department) => <DepartmentRow key={department.id} {...{ department, overview }} />)}
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
  return <Link className="plain num oa-heat-cell" data-heat={heatOf(percent)} data-kind={kind} to={to}>{percent ?? '—'}</Link>
}
