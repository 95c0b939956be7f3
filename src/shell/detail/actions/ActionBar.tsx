import { CopyOutlined, EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { Suspense, useRef, useState } from 'react'
import type { Action } from '#approval/types.ts'
import { useEarlyKey, usePageLeft } from '../../early-keys.ts'
import { useKeyHold } from '../../key-hold.ts'
import { asDecision, useKeys } from '../../keys.ts'
import { useOnline } from '../../offline/use-online.ts'
import { useIsMobile } from '../../parts/use-media.ts'
import { usePrefetch } from '../../routing/use-prefetch.ts'
import { placed, loadDialogs, type ActionPresentation } from './actions.tsx'
import type { ActionContext } from './action-context.ts'
import { CopyButton, useCopying } from './copying.tsx'
import { DownloadFilesButton } from './DownloadFilesButton.tsx'
import { FollowUpButton } from './FollowUpButton.tsx'
import { ModuleActions } from './ModuleActions.tsx'
import { NextDocumentButton } from './NextDocumentButton.tsx'
import { PrintButton } from '../print/PrintButton.tsx'
import { useDetailText } from '../text.ts'
import { useUnsent } from '../unsent.ts'
import { useFits } from './use-fits.ts'

/** So many texts fit beside the buttons, in English too. */
const roomInBar = 4

/** The actions that the reader may do now, and no others; each with its key where it has one. Without a network nothing is done. */
export function ActionBar({ context, onBack }: { context: ActionContext; onBack(): void }) {
  const { t, locale } = useDetailText()
  const isMobile = useIsMobile()
  const [open, setOpen] = useState<ActionPresentation>()
  const { offered, buttons, texts, more, repairs } = isMobile
    ? onPhone(context.document.actions)
    : placed(context.document.actions, roomInBar)
  const hasTexts = texts.length > 0
  const isOnline = useOnline()
  const quiet = useRef<HTMLSpanElement>(null)
  const isShort = !useFits(quiet, [locale, ...offered.map(({ text }) => text)].join())
  const hold = useKeyHold()
  const close = () => {
    hold()
    setOpen(undefined)
  }
  const start = (action: ActionPresentation) => {
    if (!isOnline) return
    if (action.start) return action.start(context)
    hold(close)
    setOpen(action)
  }
  const keys = Object.fromEntries(offered.flatMap((action) => (action.key ? [[action.key, asDecision(() => start(action))]] : [])))
  useKeys({ ...keys, Escape: onBack }, usePageLeft('procInstId'))
  useEarlyKey(keys)
  useUnsent('dialog', open !== undefined)
  const copy = useCopying(context.document)
  usePrefetch(loadDialogs)
  const Dialog = open?.Dialog
  return (
    <div className="oa-action-bar" role="toolbar" aria-label={t('actions')}>
      <span className={hasTexts ? 'oa-bar-quiet' : 'oa-bar-quiet is-paper'} ref={quiet}>
        {!isMobile && (
          <>
            <CopyButton document={context.document} isQuiet={hasTexts} isShort={isShort} />
            <PrintButton document={context.document} isQuiet={hasTexts} isShort={isShort} />
            <DownloadFilesButton document={context.document} isQuiet={hasTexts} isShort={isShort} />
          </>
        )}
        {texts.map((action) => <ActionButton key={action.text} action={action} isOff={!isOnline} onStart={start} />)}
        <More actions={more} repairs={repairs} isMobile={isMobile} isOff={!isOnline} onStart={start} onCopy={isMobile ? copy : undefined} />
      </span>
      {buttons.map((action) => <ActionButton key={action.text} action={action} isOff={!isOnline} onStart={start} />)}
      <ModuleActions context={context} />
      <FollowUpButton context={context} />
      <NextDocumentButton document={context.document} />
      <Suspense>{Dialog && <Dialog context={context} onClose={close} />}</Suspense>
    </div>
  )
}

/** On a phone a verdict beside passing and returning is one of the others. */
function onPhone(actions: readonly Action[]) {
  const { buttons, more, ...rest } = placed(actions, 0)
  const folded = actions.includes('pass') ? buttons.filter(({ appearance }) => appearance === 'danger') : []
  return { ...rest, buttons: buttons.filter((action) => !folded.includes(action)), more: [...folded, ...more] }
}

interface MoreProps {
  readonly actions: readonly ActionPresentation[]
  readonly repairs: readonly ActionPresentation[]
  readonly isMobile: boolean
  /** There is no network. */
  readonly isOff: boolean
  onStart(action: ActionPresentation): void
  /** Fills in a new form from the document, where the bar has no room for it. */
  onCopy: (() => void) | undefined
}

/** The menu of actions that are done less often; an administrator's repairs stand apart. */
function More({ actions, repairs, isMobile, isOff, onStart, onCopy }: MoreProps) {
  const { t } = useDetailText()
  const copy = onCopy
    ? [{ key: 'copyDocument', icon: <CopyOutlined aria-hidden />, onClick: onCopy,
      label: <span className="oa-more-item">{t('copyDocument')}</span> }]
    : []
  if (actions.length + repairs.length + copy.length === 0) return null
  const item = (action: ActionPresentation) => ({
    key: action.text,
    icon: action.icon,
    danger: action.appearance === 'danger',
    onClick: () => onStart(action),
    label: (
      <span className="oa-more-item">
        {t(action.text)}
        {action.key && <span className="oa-key" aria-hidden>{action.key.toUpperCase()}</span>}
      </span>
    ),
  })
  const group = { key: 'repairs', type: 'group' as const, label: t('repairs'), children: repairs.map(item) }
  const items = [...actions.map(item), ...copy, ...(repairs.length > 0 ? [group] : [])]
  return (
    <Dropdown trigger={['click']} disabled={isOff} menu={{ items }} placement="topLeft" overlayClassName="oa-more-menu">
      <Button type={isMobile ? 'default' : 'text'} disabled={isOff} icon={<EllipsisOutlined />} aria-label={t('more')}
        data-tip={isMobile ? undefined : t('more')} className="oa-bar-more"
      >
        {isMobile && <small>{t('moreShort')}</small>}
      </Button>
    </Dropdown>
  )
}

const types = { primary: 'primary', danger: 'default', plain: 'default', text: 'text', quiet: 'text', repair: 'text' } as const

function ActionButton(
  { action, isOff, onStart }: { action: ActionPresentation; isOff: boolean; onStart(action: ActionPresentation): void },
) {
  const { t } = useDetailText()
  const { appearance: look, key, text, icon } = action
  const type = types[look]
  const mail = key?.toUpperCase()
  return (
    <Button type={type} disabled={isOff} danger={look === 'danger'} icon={icon} aria-keyshortcuts={mail}
      data-tip={type === 'text' ? mail && `${t(text)} ${mail}` : undefined} onClick={() => onStart(action)}
    >
      {t(text)}
      {mail && type !== 'text' && <span className="oa-key" aria-hidden>{mail}</span>}
    </Button>
  )
}
