import { SettingOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useHttp } from '../backend.ts'
import { type Anchor, Floating } from '../floating/Floating.tsx'
import { messageCentre, useMessageCounts } from '../layout/badges.ts'
import { RowsSkeleton } from '../parts/Skeletons.tsx'
import { useKnows } from '../routing/routes-context.ts'
import { agoOf, type Message, messagesQuery, type MessageTab, messageTabs, settingsPath, unreadOf, useMessageActions } from './messages.ts'
import { MessageSentence, MessageSign } from './MessageSentence.tsx'
import { useMessagesText } from './texts.ts'
import './messages.css'

/** Number of messages in the panel. */
const shown = 5

interface BellPanelProps {
  readonly anchor: Anchor
  onClose(): void
}

/** The latest messages by tab in a floating panel; a click marks one as read and opens its document. */
export function BellPanel({ anchor, onClose }: BellPanelProps) {
  const { t } = useMessagesText()
  const knows = useKnows()
  const counts = useMessageCounts()
  const actions = useMessageActions()
  const box = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useState<MessageTab>(() => messageTabs.find(({ name }) => (counts?.[name] ?? 0) > 0) ?? messageTabs[0])
  const id = useId()
  useDismissal(box, onClose)

  return (
    <Floating anchor={anchor} side="below-end" ref={box} className="oa-floating oa-bell-panel elevated round-10 raised" role="dialog"
      aria-label={t('notifications')} tabIndex={-1}
    >
      <header className="oa-bell-head gap-12 row">
        <h2 className="grow bold">{t('notifications')}</h2>
        {unreadOf(counts) > 0 && (
          <button type="button" className="plain accent" onClick={() => void actions.readAll()}>{t('readAll')}</button>
        )}
        {knows(settingsPath) && (
          <Link className="accent" to={settingsPath} aria-label={t('settings')} data-tip={t('settings')} onClick={onClose}>
            <SettingOutlined />
          </Link>
        )}
      </header>
      <div className="oa-bell-tabs line-bottom flex" role="tablist" aria-label={t('tabs')} onKeyDown={walk}>
        {messageTabs.map((each) => (
          <button key={each.name} type="button" role="tab" className="plain second" aria-selected={each.name === tab.name}
            aria-controls={id} tabIndex={each.name === tab.name ? 0 : -1} onClick={() => setTab(each)}
          >
            {t(each.name)}
            {(counts?.[each.name] ?? 0) > 0 && <span className="num">{counts?.[each.name]}</span>}
          </button>
        ))}
      </div>
      <div id={id} role="tabpanel" aria-label={t(tab.name)} className="oa-bell-list scroll">
        <Latest tab={tab} onOpen={(message) => {
          onClose()
          actions.open(message)
        }} />
      </div>
      <footer>
        <Link to={messageCentre} onClick={onClose}>{t('openCentre')}</Link>
      </footer>
    </Floating>
  )
}

function Latest({ tab, onOpen }: { tab: MessageTab; onOpen(message: Message): void }) {
  const { t } = useMessagesText()
  const { data } = useQuery({ ...messagesQuery(useHttp(), { messageType: tab.types, current: 1, size: shown }), staleTime: 0 })
  const [now] = useState(() => Date.now())
  if (!data) return <RowsSkeleton rows={3} columns={['80%']} />
  if (data.records.length === 0) return <p className="oa-bell-none text-centre third">{t('noneHere')}</p>
  return (
    <ul>
      {data.records.map((message) => {
        const { unit, n } = agoOf(message.createTime, now)
        return (
          <li key={message.id}>
            <button type="button" className="plain at-start gap-12" onClick={() => onOpen(message)}>
              <MessageSign message={message} />
              <MessageSentence message={message} />
              <time className="num muted rigid" dateTime={message.createTime}>{t(unit, { n })}</time>
              <span className={message.read ? 'oa-unread is-read circle rigid' : 'oa-unread circle rigid'}>
                {!message.read && <span className="unseen">{t('unread')}</span>}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Moves the focus into the panel, and back on close; Escape and a click outside close it. */
function useDismissal(box: { readonly current: HTMLElement | null }, onClose: () => void) {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const before = document.activeElement
    box.current?.focus({ preventScroll: true })
    const press = ({ target }: Event) => {
      if (target instanceof Element && !box.current?.contains(target) && !target.closest('[aria-haspopup=dialog][aria-expanded=true]'))
        close.current()
    }
    const key = ({ key: pressed }: globalThis.KeyboardEvent) => pressed === 'Escape' && close.current()
    addEventListener('pointerdown', press, true)
    addEventListener('keydown', key)
    return () => {
      removeEventListener('pointerdown', press, true)
      removeEventListener('keydown', key)
      if (before instanceof HTMLElement && (document.activeElement === document.body || document.activeElement === null))
        before.focus({ preventScroll: true })
    }
  }, [box])
}

/** Arrow keys switch the tab. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const next = tabs[(tabs.indexOf(document.activeElement as HTMLElement) + step + tabs.length) % tabs.length]
  next?.focus()
  next?.click()
}
