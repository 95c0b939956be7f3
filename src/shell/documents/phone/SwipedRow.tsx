import { CheckOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import { useBackend } from '#shell/backend.ts'
import { Menu } from '#shell/floating/Menu.tsx'
import type { Anchor } from '#shell/floating/place.ts'
import { RowAction } from '../rows/RowAction.tsx'
import { useDocumentsText } from '../text.ts'
import { useDocumentLink } from '../use-document-link.ts'
import { rememberSwiped } from './swipe-hint.ts'
import { useSwipe } from './use-swipe.ts'
import './phone-list.css'

interface SwipedRowProps {
  readonly row: DocumentRow
  /** Passes it, to be called back for some seconds. */
  onPass(row: DocumentRow): void
  onOpen?(row: DocumentRow): void
  readonly children: ReactNode
}

/** A row of the to-do list on a phone: moved to the right it is passed; held down it offers the same and more in a menu. */
export function SwipedRow({ row, onPass, onOpen, children }: SwipedRowProps) {
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
      <div className="oa-swipe" {...handlers}>
        {moved > 0 && isFree && (
          <span className="oa-swipe-below" style={{ width: moved }} aria-hidden>
            <CheckOutlined /> {t('swipe.pass')}
          </span>
        )}
        <div className={moved > 0 ? 'oa-swipe-row is-moved' : 'oa-swipe-row'}
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

/** The reason for which a row asks for more than a yes. */
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
