import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useHttp } from '#shell/backend.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { isNews, latestQuery, markSeen, updatesPage, useSeen, useUpdateText } from './updates.ts'
import './updates.css'

/** The five latest product updates, with a dot for unseen ones; hidden if there are none. */
export function LatestUpdates() {
  const { t, label } = useUpdateText()
  const { data } = useQuery(latestQuery(useHttp()))
  const seen = useSeen()
  const newest = data?.[0]?.publishTime
  useEffect(() => {
    if (seen === null && newest) markSeen(newest)
  }, [seen, newest])
  if (!data || data.length === 0) return null
  return (
    <section aria-label={t('latest')}>
      <SectionTitle action={<Link to={updatesPage}>{t('all')}</Link>}>{t('latest')}</SectionTitle>
      <ul className="oa-updates-latest line-top top-4">
        {data.map(({ id, title, enTitle, publishTime }) => (
          <li key={id}>
            <Link className="plain row gap-8" to={`${updatesPage}#${id}`}>
              {isNews(publishTime, seen) && (
                <i className="oa-updates-dot circle rigid">
                  <span className="unseen">{t('unseen')}</span>
                </i>
              )}
              <span className="cut">{label({ cn: title, en: enTitle })}</span>
              <time className="num">{publishTime?.slice(0, 10)}</time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
