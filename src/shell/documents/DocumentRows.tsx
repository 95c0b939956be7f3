import { Link } from 'react-router'
import { Money } from '../parts/Money.tsx'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { StateDot } from '../parts/StatePill.tsx'
import { useText, type Text } from '../text.tsx'
import { Remark } from './columns/Remark.tsx'
import '../list/list.css'
import { waitingText } from './duration.ts'
import { isReturned, type DocumentRow } from './lists.ts'
import { titleOf } from './title.ts'
import { useDocumentLink } from './use-document-link.ts'

interface DocumentRowsProps {
  readonly isTodo: boolean
  /** Absent while they load. */
  readonly rows: readonly DocumentRow[] | undefined
  readonly isRefreshing?: boolean
  onOpen?(row: DocumentRow): void
}

/** The list on a small screen: two lines each, the amount right. */
export function DocumentRows({ isTodo, rows, isRefreshing = false, onOpen }: DocumentRowsProps) {
  const text = useText()
  const link = useDocumentLink()
  if (!rows) return <RowsSkeleton columns={['60%', 70]} />
  return (
    <ul className={isRefreshing ? 'oa-rows oa-refreshing' : 'oa-rows'}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link className="oa-row" to={link(row)} onClick={() => onOpen?.(row)}>
            <span className="oa-row-first">
              <span className="cut">{titleOf(row, text)}</span>
              {isTodo ? <Remark row={row} /> : <StateDot state={row.state} isReturned={isReturned(row)} />}
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
