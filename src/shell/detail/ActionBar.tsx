import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useKeys } from '../keys.ts'
import { useOnline } from '../offline/use-online.ts'
import { useIsMobile } from '../parts/use-media.ts'
import { placed, type ActionLook } from './actions.tsx'
import type { Doing } from './action-context.ts'
import { FollowUpButton } from './FollowUpButton.tsx'
import { OffBudgetButton } from './OffBudgetButton.tsx'
import { OnwardButton } from './NextDocumentButton.tsx'
import { useDetailText } from './text.ts'

/** So many texts fit beside the buttons, in English too. */
const roomInBar = 4

/** What the reader may do now, and nothing else; each with its key where it has one. Without a network nothing is done. */
export function ActionBar({ doing, onBack }: { doing: Doing; onBack(): void }) {
  const { t } = useDetailText()
  const isMobile = useIsMobile()
  const [open, setOpen] = useState<ActionLook>()
  const { offered, buttons, texts, more, repairs } = placed(doing.document.actions, isMobile ? 0 : roomInBar)
  const isOnline = useOnline()
  const start = (action: ActionLook) => {
    if (!isOnline) return
    if (action.start) action.start(doing)
    else setOpen(action)
  }
  useKeys({ ...Object.fromEntries(offered.flatMap((action) => (action.key ? [[action.key, () => start(action)]] : []))), Escape: onBack })
  const Dialog = open?.Dialog
  return (
    <div className="oa-action-bar" role="toolbar" aria-label={t('actions')}>
      <span className="oa-bar-quiet">
        {texts.map((action) => <ActionButton key={action.text} action={action} isOff={!isOnline} onStart={start} />)}
        <More actions={more} repairs={repairs} isMobile={isMobile} isOff={!isOnline} onStart={start} />
      </span>
      {buttons.map((action) => <ActionButton key={action.text} action={action} isOff={!isOnline} onStart={start} />)}
      <OffBudgetButton doing={doing} />
      <FollowUpButton doing={doing} />
      <OnwardButton document={doing.document} />
      {Dialog && <Dialog doing={doing} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

interface MoreProps {
  readonly actions: readonly ActionLook[]
  readonly repairs: readonly ActionLook[]
  readonly isMobile: boolean
  /** There is no network. */
  readonly isOff: boolean
  onStart(action: ActionLook): void
}

/** What is done less often; an administrator's repairs stand apart. */
function More({ actions, repairs, isMobile, isOff, onStart }: MoreProps) {
  const { t } = useDetailText()
  if (actions.length + repairs.length === 0) return null
  const item = (action: ActionLook) => ({
    key: action.text, icon: action.icon, danger: action.look === 'danger', onClick: () => onStart(action),
    label: <span className="oa-more-item">{t(action.text)}{action.key && <span className="oa-key" aria-hidden>{action.key.toUpperCase()}</span>}</span>,
  })
  const group = { key: 'repairs', type: 'group' as const, label: t('repairs'), children: repairs.map(item) }
  const items = [...actions.map(item), ...(repairs.length > 0 ? [group] : [])]
  return (
    <Dropdown trigger={['click']} disabled={isOff} menu={{ items }} placement="topLeft" overlayClassName="oa-more-menu">
      <Button type={isMobile ? 'default' : 'text'} disabled={isOff} icon={<EllipsisOutlined />} aria-label={t('more')} data-tip={isMobile ? undefined : t('more')} className="oa-bar-more">{isMobile && <small>{t('moreShort')}</small>}</Button>
    </Dropdown>
  )
}

const types = { primary: 'primary', danger: 'default', plain: 'default', text: 'text', quiet: 'text', repair: 'text' } as const

function ActionButton({ action, isOff, onStart }: { action: ActionLook; isOff: boolean; onStart(action: ActionLook): void }) {
  const { t } = useDetailText()
  const { look, key, text, icon } = action
  const type = types[look]
  const letter = key?.toUpperCase()
  return (
    <Button type={type} disabled={isOff} danger={look === 'danger'} icon={icon} aria-keyshortcuts={letter} data-tip={type === 'text' ? letter && `${t(text)} ${letter}` : undefined} onClick={() => onStart(action)}>
      {t(text)}{letter && type !== 'text' && <span className="oa-key" aria-hidden>{letter}</span>}
    </Button>
  )
}
