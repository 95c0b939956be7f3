import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { type CategoryYear, isNothing, ledgerPath, lengthOf, minus, overviewQuery, percentOf, useOverviewText } from './overview.ts'
import './overview.css'

const most = 5

/**
 * Home page widget for department heads: the categories with the highest spending, compared with the same months last year. Hidden if
 * empty.
 */
export function SpendCategories() {
  const { t, name } = useOverviewText()
  const { data } = useQuery(overviewQuery(useHttp(), true))
  const largest = data?.categories.filter(({ used }) => !isNothing(used)).slice(0, most) ?? []
  const [first] = largest
  if (!data || !first) return null
  return (
    <section aria-label={t('spentOn')}>
      <SectionTitle action={<small className="oa-chart-unit tiny left-6">{t('againstLastYear')}</small>}>{t('spentOn')}</SectionTitle>
      <ul className="oa-spent-on line-top top-4">
        {largest.map((category) => (
          <li key={category.id}>
            <Link className="plain grid" to={ledgerPath(data.year, { category: category.id })}>
              <span className="cut">{name(category.name)}</span>
              <Money value={category.used} decimals={0} />
              <Growth category={category} />
              <i className="span-all" aria-hidden style={{ width: `${(lengthOf(category.used) / lengthOf(first.used)) * 100}%` }} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Change against last year in grey, since more spending is not bad in itself; a dash without a comparison. */
function Growth({ category: { used, lastYear } }: { category: CategoryYear }) {
  const percent = percentOf(minus(used, lastYear), lastYear)
  if (percent === undefined) return <span className="oa-nothing">—</span>
  return <span className="num">{percent > 0 ? '+' : percent < 0 ? '−' : ''}{Math.abs(percent)}%</span>
}
