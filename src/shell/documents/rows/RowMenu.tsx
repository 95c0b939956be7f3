import { EllipsisOutlined } from '@ant-design/icons'
import { lazy, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { Action } from '#approval/types.ts'
import { Menu } from '#shell/floating/Menu.tsx'
import type { Anchor } from '#shell/floating/place.ts'
import { useKeyHold } from '#shell/key-hold.ts'
import { useDeclarationsSoFar } from '#shell/routing/routes-context.ts'
import { useText } from '#shell/text.tsx'
import { RowAction } from './RowAction.tsx'
import { rowActions } from '../states.ts'
import { useDocumentsText } from '../text.ts'
import { titleOf } from '../title.ts'
import { useDocumentLink } from '../use-document-link.ts'

const ProcessProgress = lazy(async () => ({ default: (await import('#shell/detail/progress/ProcessProgress.tsx')).ProcessProgress }))

interface RowMenuProps {
  readonly row: DocumentRow
  readonly isOwn: boolean
  onOpen(row: DocumentRow): void
}

/** The actions of a row: open it, see how far it has come, and what its initiator may do. */
export function RowMenu({ row, isOwn, onOpen }: RowMenuProps) {
  const { t } = useDocumentsText()
  const text = useText()
  const navigate = useNavigate()
  const link = useDocumentLink()
  const form = useDeclarationsSoFar()?.form(row.businessType)
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<Anchor>()
  const [action, setAction] = useState<Action | 'progress'>()
  const title = titleOf(row, text)
  const open = () => {
    onOpen(row)
    void navigate(link(row))
  }
  const hold = useKeyHold()
  const close = () => {
    hold()
    setAction(undefined)
  }
  const start = (name: Action) => {
    hold(close)
    setAction(name)
  }
  const items = [
    { key: 'open', label: t('row.open'), choose: open },
    { key: 'progress', label: t('row.progress'), choose: () => setAction('progress') },
    ...(isOwn ? rowActions(row, form) : []).map((name) => ({ key: name, label: t(`row.${name}`), choose: () => start(name) })),
  ]
  return (
    <span className="oa-row-actions">
      <button ref={button} type="button" className="plain" aria-label={`${t('row.more')} ${title}`} aria-haspopup="menu"
        aria-expanded={anchor !== undefined} data-tip={t('row.more')}
        onClick={() => setAnchor(anchor ? undefined : button.current?.getBoundingClientRect())}
      >
        <EllipsisOutlined aria-hidden />
      </button>
      {anchor && (
        <Menu anchor={anchor} side="below-end" name={t('row.more')} sections={[{ key: 'row', items }]} onClose={() =>
          setAnchor(undefined)} />
      )}
      {action === 'progress' && (
        <Suspense>
          <ProcessProgress procInstId={row.procInstId} businessType={row.businessType} heading={title} onClose={close} />
        </Suspense>
      )}
      {action !== undefined && action !== 'progress' && <RowAction row={row} action={action} onClose={close} />}
    </span>
  )
}
