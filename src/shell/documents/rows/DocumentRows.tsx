import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { CheckOutlined } from '@ant-design/icons'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { Initial } from '#shell/parts/Person.tsx'
import { StateDot } from '#shell/parts/StatePill.tsx'
import { useText } from '#shell/text.tsx'
import { useBackend } from '#shell/backend.ts'
import { type Anchor, Menu } from '#shell/floating/Floating.tsx'
import '#shell/list/list.css'
import { usePassQueue } from '../batch/PassQueueProvider.tsx'
import { Remark } from '../columns/Remark.tsx'
import { waitingText } from '../duration.ts'
import { type DocumentListKind, isReturned } from '../lists.ts'
import { DocumentTitle } from '../DocumentTitle.tsx'
import { processOf } from '../title.ts'
import { useDocumentsText } from '../texts.ts'
import { useDocumentLink } from '../use-document-link.ts'
import { RowAction } from './RowAction.tsx'
import { useSwipe } from '../phone/use-swipe.ts'
import '../phone/phone-list.css'

const place = 'oa.swiped'

/** Returns whether a document was ever passed by swiping on this phone, so that the hint is hidden. */
const hasSwiped = (): boolean => localStorage.getItem(place) !== null

/** Stores that a document was passed by swiping on this phone. */
const rememberSwiped = (): void => localStorage.setItem(place, '1')

/** Lazy chunk: the renderers of a form's own columns, which the home page does not need. */
const RowDetails = lazy(async () => ({ default: (await import('./RowDetails.tsx')).RowDetails }))

interface DocumentRowsProps {
  readonly list: Pick<DocumentListKind, 'name' | 'form'>
  /** Absent while loading. */
  readonly rows: readonly DocumentRow[] | undefined
  readonly isRefreshing?: boolean
  /** Only in the to-do list: passes a row; can be undone for some seconds. */
  readonly onPass?: ((row: DocumentRow) => void) | undefined
  onOpen?(row: DocumentRow): void
}

/** The list on a small screen: two lines per row. Rows of the to-do list can be swiped to pass them. */
export function DocumentRows({ list, rows, isRefreshing = false, onPass, onOpen }: DocumentRowsProps) {
  if (!rows) return <RowsSkeleton columns={['60%', 70]} />
  // one Suspense for all rows, because the lazy details change their height
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
            {list.form && <RowDetails form={list.form} row={row} />}
          </li>
        ))}
      </ul>
    </Suspense>
  )
}

/** A hint about the order of the rows and, until it was used once, about swiping. */
function Hint() {
  const { t } = useDocumentsText()
  return (
    <p className="oa-list-hint muted flex between line-18">
      <span>{t('sort.waiting')}</span>
      {!hasSwiped() && <span>⇀ {t('swipe.hint')}</span>}
    </p>
  )
}

function Line({ list: { name, form }, row, onOpen }: Pick<DocumentRowsProps, 'list' | 'onOpen'> & { row: DocumentRow }) {
  const text = useText()
  const link = useDocumentLink()
  const { state } = usePassQueue()
  const refused = name === 'todo' ? state.refused.get(row.id) : undefined
  return (
    <Link className="oa-row grid" to={link(row)} draggable={false} onClick={() => onOpen?.(row)}>
      <span className="oa-row-first medium gap-8 narrow row">
        <DocumentTitle row={row} />
      </span>
      <span className="oa-row-second cut muted line-18">
        <Remark row={row} {...(refused !== undefined && { refused })} />
        {name !== 'todo' && (
          <>
            <StateDot state={row.state} isReturned={isReturned(row)} />
            {' · '}
          </>
        )}
        <Origin row={row} isOfOneType={form !== undefined} />
      </span>
      {row.stayHours !== null && (
        <span className={row.overdue ? 'oa-row-wait is-late num muted line-18 text-right' : 'oa-row-wait num muted line-18 text-right'}>
          {waitingText(row.stayHours, text)}
        </span>
      )}
      {row.amount !== null && (
        <span className="oa-row-amount medium">
          <Money value={row.amount} />
        </span>
      )}
    </Link>
  )
}

/** The initiator and, unless the list is of one form, the form's name. */
function Origin({ row, isOfOneType }: { row: DocumentRow; isOfOneType: boolean }) {
  const text = useText()
  return (
    <>
      {row.applyerUser && <Initial id={row.applyerUser.id} name={row.applyerUser.name} />}
      {[text.name(row.applyerUser?.name), !isOfOneType && processOf(row, text)].filter(Boolean).join(' · ')}
    </>
  )
}

interface SwipedRowProps {
  readonly row: DocumentRow
  /** Passes the row; can be undone for some seconds. */
  onPass(row: DocumentRow): void
  onOpen?(row: DocumentRow): void
  readonly children: ReactNode
}

/** A row of the to-do list on a phone: swiping it to the right passes it; a long press opens a menu. */
function SwipedRow({ row, onPass, onOpen, children }: SwipedRowProps) {
  const { t } = useDocumentsText()
  const { reactions } = useBackend()
  const [menu, setMenu] = useState<Anchor>()
  const isFree = row.batchPass === true
  const pass = () => {
    rememberSwiped()
    navigator.vibrate?.(10)
    onPass(row)
  }
  const { moved, handlers } = useSwipe({
    isFree,
    onSwiped: pass,
    onPressed: (place) => setMenu(place.getBoundingClientRect()),
    onHeld: () => reactions.notify({ kind: 'warning', text: whyNot(row, t) }),
  })
  return (
    <>
      <div className="oa-swipe clip relative" {...handlers}>
        {moved > 0 && isFree && (
          <span className="oa-swipe-below row medium gap-8 clip absolute nowrap" style={{ width: moved }} aria-hidden>
            <CheckOutlined /> {t('swipe.pass')}
          </span>
        )}
        <div className={moved > 0 ? 'oa-swipe-row is-moved surface relative' : 'oa-swipe-row surface relative'}
          style={moved > 0 ? { transform: `translateX(${moved}px)` } : undefined}
        >
          {children}
        </div>
      </div>
      {menu && <RowChoices row={row} anchor={menu} onPass={isFree ? pass : undefined} onOpen={onOpen} onClose={() => setMenu(undefined)} />}
    </>
  )
}

const reasons = ['exceptions', 'opinion', 'explanation', 'checks', 'people', 'fields', 'confirmation'] as const

/** The reason why a row cannot be passed without opening it. */
function whyNot({ batchPass }: DocumentRow, t: ReturnType<typeof useDocumentsText>['t']): string {
  const known = typeof batchPass === 'object' ? reasons.find((reason) => reason === batchPass?.reason) : undefined
  return t(known ? `why.${known}` : 'why.unknown')
}

interface RowChoicesProps extends Pick<SwipedRowProps, 'row' | 'onOpen'> {
  readonly anchor: Anchor
  readonly onPass: (() => void) | undefined
  onClose(): void
}

function RowChoices({ row, anchor, onPass, onOpen, onClose }: RowChoicesProps) {
  const { t } = useDocumentsText()
  const navigate = useNavigate()
  const link = useDocumentLink()
  const [isReturning, setIsReturning] = useState(false)
  if (isReturning) return <RowAction row={row} action="return" onClose={onClose} />
  const open = () => {
    onOpen?.(row)
    void navigate(link(row))
  }
  const items = [
    ...(onPass ? [{ key: 'pass', label: t('swipe.pass'), choose: onPass }] : []),
    { key: 'return', label: t('swipe.return'), choose: () => setIsReturning(true) },
    { key: 'open', label: t('row.open'), choose: open },
  ]
  return (
    <Menu anchor={anchor} side="below-end" name={t('row.more')} sections={[{ key: 'row', items }]}
      onClose={() => !isReturning && onClose()} />
  )
}
