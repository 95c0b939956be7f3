import { Link } from 'react-router'
import { Pill } from '#shell/parts/StatePill.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { type Overview, variancePath } from './overview.ts'
import { useOverviewText } from './text.ts'

/** As many departments as are shown. */
const most = 8

/** The departments that have to explain overspending, what that means, and the way to it. */
export function VariancesDue({ overview: { variances, year } }: { overview: Overview }) {
  const { t, name } = useOverviewText()
  const late = variances.reduce((sum, { isLate, count }) => sum + (isLate ? count : 0), 0)
  const due = variances.reduce((sum, { count }) => sum + count, 0)
  return (
    <section aria-label={t('variances')}>
      <SectionTitle>{t('variances')}</SectionTitle>
      <p className="oa-overview-why">
        {due === 0 ? t('variancesNone') : t('variancesWhy')}{' '}
        {late > 0 && <strong data-band="over">{t('variancesLate', { count: late })}</strong>}
      </p>
      <ul className="oa-variances-due">
        {variances.slice(0, most).map((each) => (
          <li key={`${each.departmentId} ${each.quarter}`}>
            <Link className="plain" to={variancePath(year, each)}>
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
