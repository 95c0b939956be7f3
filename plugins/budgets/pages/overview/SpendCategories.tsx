import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { Money } from '#shell/parts/Money.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { type CategoryYear, isNothing, ledgerPath, lengthOf, minus, overviewQuery, percentOf } from './overview.ts'
import { useOverviewText } from './text.ts'
import './overview.css'

const most = 5

/**
 * On the home page of whoever heads a department: the categories that it spends most on, beside the same months of last year. Nothing for
 * everybody else.
 */
export function SpendCategories() {
  const { t, name } = useOverviewText()
  const { data } = useQuery(overviewQuery(useHttp(), true))
  const largest = data?.categories.filter(({ used }) => !isNothing(used)).slice(0, most) ?? []
  const [first] = largest
  if (!data || !first) return null
  return (
    <section aria-label={t('spentOn')}>
      <SectionTitle action={<small className="oa-chart-unit">{t('againstLastYear')}</small>}>{t('spentOn')}</SectionTitle>
      <ul className="oa-spent-on">
        {largest.map((category) => (
          <li key={category.id}>
            <Link className="plain" to={ledgerPath(data.year, { category: category.id })}>
              <span className="cut">{name(category.name)}</span>
              <Money value={category.used} decimals={0} />
              <Growth category={category} />
              <i aria-hidden style={{ width: `${(lengthOf(category.used) / lengthOf(first.used)) * 100}%` }} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Grey, for more spending is not bad by itself; nothing to compare is a dash. */
function Growth({ category: { used, lastYear } }: { category: CategoryYear }) {
  const percent = percentOf(minus(used, lastYear), lastYear)
  if (percent === undefined) return <span className="oa-nothing">—</span>
  return <span className="num">{percent > 0 ? '+' : percent < 0 ? '−' : ''}{Math.abs(percent)}%</span>
}
