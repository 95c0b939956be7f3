import { Suspense } from 'react'
import { Link } from 'react-router'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { Form } from '#kernel/form.ts'
import { Money } from '#shell/parts/Money.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Initial } from '#shell/parts/Person.tsx'
import { StateDot } from '#shell/parts/StatePill.tsx'
import { useText } from '#shell/text.tsx'
import { Remark } from '../columns/Remark.tsx'
import '#shell/list/list.css'
import { waitingText } from '../duration.ts'
import { OwnCell, shownColumns } from '../columns/own-columns.tsx'
import { isReturned, type DocumentListKind } from '../lists.ts'
import { DocumentTitle } from '../DocumentTitle.tsx'
import { processOf } from '../title.ts'
import { SwipedRow } from '../phone/SwipedRow.tsx'
import { hasSwiped } from '../phone/swipe-hint.ts'
import { useDocumentsText } from '../text.ts'
import { useDocumentLink } from '../use-document-link.ts'

interface DocumentRowsProps {
  readonly list: Pick<DocumentListKind, 'name' | 'form'>
  /** Absent while they load. */
  readonly rows: readonly DocumentRow[] | undefined
  readonly isRefreshing?: boolean
  /** Only in the list of the reader's tasks: passes a row, which can be undone for some seconds. */
  readonly onPass?: ((row: DocumentRow) => void) | undefined
  onOpen?(row: DocumentRow): void
}

/** The list on a small screen: two lines each, the amount right. What waits for the reader is passed by swiping it. */
export function DocumentRows({ list, rows, isRefreshing = false, onPass, onOpen }: DocumentRowsProps) {
  if (!rows) return <RowsSkeleton columns={['60%', 70]} />
  // lines below a row make it higher: the rows come together with them
  return (
    <Suspense fallback={<RowsSkeleton columns={['60%', 70]} />}>
      {onPass && <Hint />}
      <ul className={isRefreshing ? 'oa-rows oa-refreshing' : 'oa-rows'}>
        {rows.map((row) => (
          <li key={row.id}>
            {onPass
              ? (
                <SwipedRow row={row} onPass={onPass} onOpen={onOpen}>
                  <Line list={list} row={row} onOpen={onOpen} />
                </SwipedRow>
              )
              : <Line list={list} row={row} onOpen={onOpen} />}
            {list.form && <Details form={list.form} row={row} />}
          </li>
        ))}
      </ul>
    </Suspense>
  )
}

/** The order of the rows, and how one is passed, until somebody has done it. */
function Hint() {
  const { t } = useDocumentsText()
  return (
    <p className="oa-list-hint">
      <span>{t('sort.waiting')}</span>
      {!hasSwiped() && <span>⇀ {t('swipe.hint')}</span>}
    </p>
  )
}

function Line({ list: { name, form }, row, onOpen }: Pick<DocumentRowsProps, 'list' | 'onOpen'> & { row: DocumentRow }) {
  const text = useText()
  const link = useDocumentLink()
  return (
    <Link className="oa-row" to={link(row)} draggable={false} onClick={() => onOpen?.(row)}>
      <span className="oa-row-first">
        <DocumentTitle row={row} />
      </span>
      <span className="oa-row-second cut">
        <Remark row={row} />
        {name !== 'todo' && (
          <>
            <StateDot state={row.state} isReturned={isReturned(row)} />
            {' · '}
          </>
        )}
        <Origin row={row} isOfOneType={form !== undefined} />
      </span>
      {row.stayHours !== null && (
        <span className={row.overdue ? 'oa-row-wait is-late num' : 'oa-row-wait num'}>{waitingText(row.stayHours, text)}</span>
      )}
      {row.amount !== null && (
        <span className="oa-row-amount">
          <Money value={row.amount} />
        </span>
      )}
    </Link>
  )
}

/** The person who filed a document, and its process where the list is not of one type. */
function Origin({ row, isOfOneType }: { row: DocumentRow; isOfOneType: boolean }) {
  const text = useText()
  return (
    <>
      {row.applyerUser && <Initial id={row.applyerUser.id} name={row.applyerUser.name} />}
      {[text.name(row.applyerUser?.name), !isOfOneType && processOf(row, text)].filter(Boolean).join(' · ')}
    </>
  )
}

/** The values of the form's own columns of a document: each with its name, those without a value left out. */
function Details({ form, row }: { form: Form; row: DocumentRow }) {
  const { label } = useText()
  const filled = shownColumns(form).filter(({ key }) => ![undefined, null, '', false].includes(row.columns?.[key] as null))
  if (filled.length === 0) return null
  return (
    <div className="oa-row-details">
      {filled.map((column) => (
        <span key={column.key} className="oa-row-detail">
          <span>{label(column.field)}</span> <OwnCell form={form} column={column} row={row} />
        </span>
      ))}
    </div>
  )
}
