import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useHttp } from '../backend.ts'
import { shortTime } from '../documents/duration.ts'
import { countsKey } from '../layout/badges.ts'
import { Num } from '../parts/Num.tsx'
import { SectionTitle } from '../parts/SectionTitle.tsx'
import { reads, useRead } from '../start/reads.ts'
import { useText } from '../text.tsx'

interface DraftRow {
  readonly businessType: string
  readonly title?: string | null
  readonly updateTime: string
}

/** The id of their section of the page. */
export const draftsSection = 'drafts'

/** The person's unfinished requests; one per process. */
function useDrafts(): readonly DraftRow[] | undefined {
  const http = useHttp()
  return useQuery({
    queryKey: [...countsKey, 'drafts'],
    queryFn: ({ signal }) => http.get<readonly DraftRow[]>('/oaserver/user-input-cache', undefined, { signal, quiet: true }),
  }).data
}

/** Unfinished requests, each leading back into its form; nothing where there are none. */
export function Drafts() {
  const { t, locale } = useText()
  const drafts = useDrafts()
  const processes = useRead(reads.processes)
  if (!drafts?.length || !processes) return null
  return (
    <section id={draftsSection} aria-label={t('home.drafts')}>
      <SectionTitle count={drafts.length}>{t('home.drafts')}</SectionTitle>
      <ul className="oa-latest">
        {drafts.map(({ businessType, title, updateTime }) => {
          const process = processes.find((each) => each.businessType === businessType)
          return process?.path && (
            <li key={businessType}>
              <Link className="plain" to={process.path}>
                <span className="cut">{title || (locale === 'cn' ? process.processName : process.processNameEn)}</span>
                <span className="oa-nothing">
                  <Num>{shortTime(updateTime)}</Num>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
