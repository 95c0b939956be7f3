import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useHttp } from '../backend.ts'
import { DocumentTitle } from '../documents/DocumentTitle.tsx'
import { useDocumentLink } from '../documents/use-document-link.ts'
import { useNewRequest } from '../layout/new-request.ts'
import { SectionTitle } from '../parts/SectionTitle.tsx'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { StateDot } from '../parts/StatePill.tsx'
import { useText } from '../text.tsx'
import { latestQuery } from './latest-query.ts'

/** The person's five latest requests and how they stand. */
export function Latest() {
  const text = useText()
  const link = useDocumentLink()
  const openNewRequest = useNewRequest()
  const { data } = useQuery(latestQuery(useHttp()))
  return (
    <section aria-label={text.t('home.latest')}>
      <SectionTitle action={<Link to="/initiated">{text.t('home.all')}</Link>}>{text.t('home.latest')}</SectionTitle>
      {!data && <RowsSkeleton rows={5} columns={['60%', 50]} />}
      {data?.records.length === 0 && (
        <p className="oa-home-nothing">
          {text.t('empty.initiated')} <button type="button" className="plain" onClick={openNewRequest}>{text.t('shell.newRequest')}</button>
        </p>
      )}
      <ul className="oa-latest">
        {data?.records.map((row) => (
          <li key={row.id}>
            <Link className="plain" to={link(row)}>
              <DocumentTitle row={row} />
              <StateDot state={row.state} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
