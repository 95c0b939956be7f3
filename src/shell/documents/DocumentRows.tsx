import { Link } from 'react-router'
import { Money } from '../parts/Money.tsx'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { StateDot } from '../parts/StatePill.tsx'
import { useText, type Text } from '../text.tsx'
import { titleOf } from './columns.tsx'
import '../list/list.css'
import type { DocumentRowsProps } from './DocumentTable.tsx'
import { waitingText } from './duration.ts'
import type { DocumentRow } from './lists.ts'
import { useDocumentLink } from './use-document-link.ts'

/** The list on a small screen: two lines each, the amount right. */
export function DocumentRows({ isTodo, page, isRefreshing }: Pick<DocumentRowsProps, 'page' | 'isRefreshing'> & { isTodo: boolean }) {
  const text = useText()
  const link = useDocumentLink()
  if (!page) return <RowsSkeleton columns={['60%', 70]} />
  return (
    <ul className={isRefreshing ? 'oa-rows oa-refreshing' : 'oa-rows'}>
      {page.records.map((row) => (
        <li key={row.id}>
          <Link className="oa-row" to={link(row)}>
            <span className="oa-row-first">
              <span className="cut">{titleOf(row, text)}</span>
              {!isTodo && <StateDot state={row.state} />}
            </span>
            <span className="oa-row-second cut">{secondLine(row, text)}</span>
            {row.amount !== null && <span className="oa-row-amount"><Money value={row.amount} /></span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const secondLine = (row: DocumentRow, text: Text): string =>
  [
    text.name(row.applyerUser?.name),
    text.locale === 'cn' ? row.processName : row.processNameEn,
    row.stayHours === null ? '' : waitingText(row.stayHours, text),
  ].filter(Boolean).join(' · ')
