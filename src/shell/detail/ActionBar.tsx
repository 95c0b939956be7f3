import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useKeys } from '../keys.ts'
import { useIsMobile } from '../parts/use-media.ts'
import { actionLooks, type ActionLook } from './actions.tsx'
import type { Doing } from './doing.ts'
import { useDetailText } from './text.ts'

/** What the reader may do now, and nothing else; each with its key where it has one. */
export function ActionBar({ doing, onBack }: { doing: Doing; onBack(): void }) {
  const { t } = useDetailText()
  const isMobile = useIsMobile()
  const [open, setOpen] = useState<ActionLook>()
  const offered = actionLooks.filter(({ name }) => doing.document.actions.includes(name))
  const start = (action: ActionLook) => (action.start ? action.start(doing) : setOpen(action))
  useKeys({ ...Object.fromEntries(offered.flatMap((action) => (action.key ? [[action.key, () => start(action)]] : []))), Escape: onBack })
  const main = offered.filter(({ look }) => look !== 'text')
  const quiet = offered.filter(({ look }) => look === 'text')
  const Dialog = open?.Dialog
  return (
    <div className="oa-action-bar" role="toolbar" aria-label={t('actions')}>
      {isMobile && quiet.length > 0 ? (
        <Dropdown trigger={['click']} menu={{ items: quiet.map((action) => ({ key: action.name, label: t(action.text), onClick: () => start(action) })) }}>
          <Button icon={<EllipsisOutlined />} aria-label={t('more')} />
        </Dropdown>
      ) : <span className="oa-bar-quiet">{quiet.map((action) => <ActionButton key={action.name} action={action} onStart={start} />)}</span>}
      {main.map((action) => <ActionButton key={action.name} action={action} onStart={start} />)}
      {Dialog && <Dialog doing={doing} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function ActionButton({ action, onStart }: { action: ActionLook; onStart(action: ActionLook): void }) {
  const { t } = useDetailText()
  const type = action.look === 'primary' ? 'primary' : action.look === 'text' ? 'text' : 'default'
  return (
    <Button type={type} danger={action.look === 'danger'} aria-keyshortcuts={action.key?.toUpperCase()} onClick={() => onStart(action)}>
      {t(action.text)}{action.key && <span className="oa-key" aria-hidden>{action.key.toUpperCase()}</span>}
    </Button>
  )
}
