import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { useSeen } from './seen.ts'
import { latestQuery, updatesPage, useUpdateText } from './updates.ts'
import './updates.css'

/** The five latest changes of the product, a dot at what is new; nothing where nothing has been told. */
export function LatestUpdates() {
  const { t, label } = useUpdateText()
  const { data } = useQuery(latestQuery(useHttp()))
  const seen = useSeen()
  if (!data || data.length === 0) return null
  return (
    <section aria-label={t('latest')}>
      <SectionTitle action={<Link to={updatesPage}>{t('all')}</Link>}>{t('latest')}</SectionTitle>
      <ul className="oa-updates-latest">
        {data.map(({ id, version, title, enTitle, publishTime }) => (
          <li key={id}>
            <Link className="plain" to={`${updatesPage}#${id}`}>
              {(publishTime ?? '') > seen && <i className="oa-updates-dot"><span className="unseen">{t('unseen')}</span></i>}
              <span className="cut">{label({ cn: title, en: enTitle })}</span>
              <span className="num">{version}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
