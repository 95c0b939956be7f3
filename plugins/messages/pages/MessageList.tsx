import { DeleteOutlined } from '@ant-design/icons'
import { Fragment, type KeyboardEvent, useState } from 'react'
import { useSwipe } from '#shell/documents/phone/use-swipe.ts'
import { Menu } from '#shell/floating/Menu.tsx'
import type { Anchor } from '#shell/floating/place.ts'
import { dayOf, type Message } from '#shell/messages/messages.ts'
import { MessageSentence, MessageSign } from '#shell/messages/MessageSentence.tsx'
import { useMessagesText } from '#shell/messages/text.ts'
import { useCentreText } from './text.ts'

interface MessageListProps {
  readonly messages: readonly Message[]
  /** The day on which they were asked for, yyyy-MM-dd. */
  readonly today: string
  readonly chosen: string | undefined
  readonly isRefreshing: boolean
  onChoose(message: Message): void
  onOpen(message: Message): void
  onRemove(message: Message): void
}

const days = ['today', 'yesterday', 'earlier'] as const

/** Messages under their days, newest first. Arrows walk, Enter opens what a message is about. */
export function MessageList({ messages, today, chosen, isRefreshing, onChoose, onOpen, onRemove }: MessageListProps) {
  const { t } = useCentreText()
  const groups = days.map((day) => [day, messages.filter(({ createTime }) => dayOf(createTime, today) === day)] as const)
  return (
    <div className={isRefreshing ? 'oa-message-list oa-refreshing' : 'oa-message-list'} aria-busy={isRefreshing} onKeyDown={walk}>
      {groups.filter(([, own]) => own.length > 0).map(([day, own]) => (
        <Fragment key={day}>
          <h2>{t(day)}</h2>
          <ul aria-label={t(day)}>
            {own.map((message) => (
              <Line key={message.id} message={message} isChosen={message.id === chosen} isToday={day !== 'earlier'} onChoose={onChoose}
                onOpen={onOpen} onRemove={onRemove} />
            ))}
          </ul>
        </Fragment>
      ))}
    </div>
  )
}

interface LineProps extends Pick<MessageListProps, 'onChoose' | 'onOpen' | 'onRemove'> {
  readonly message: Message
  readonly isChosen: boolean
  /** The day stands above; its time is enough. */
  readonly isToday: boolean
}

/** A message; on a touch screen it is held down for what else may be done with it. */
function Line(props: LineProps) {
  const { message, isChosen, onRemove } = props
  const { t } = useCentreText()
  const [held, setHeld] = useState<Anchor>()
  const { handlers } = useSwipe({ onPressed: (line) => setHeld(line.getBoundingClientRect()) })
  return (
    <>
      <li className={isChosen ? 'is-chosen' : undefined} data-unread={!message.read || undefined} {...handlers}>
        <MessageLine {...props} />
        <button type="button" className="plain oa-message-remove" aria-label={t('remove')} data-tip={t('remove')}
          onClick={() => onRemove(message)}
        >
          <DeleteOutlined aria-hidden />
        </button>
      </li>
      {held && <Choices {...props} anchor={held} onClose={() => setHeld(undefined)} />}
    </>
  )
}

function MessageLine({ message, isChosen, isToday, onChoose, onOpen }: LineProps) {
  const { t } = useMessagesText()
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onOpen(message)
  }
  return (
    <button type="button" className="plain oa-message" aria-current={isChosen || undefined} onClick={() => onChoose(message)}
      onDoubleClick={() => onOpen(message)} onKeyDown={press}
    >
      <span className={message.read ? 'oa-unread is-read' : 'oa-unread'}>
        {!message.read && <span className="unseen">{t('unread')}</span>}
      </span>
      <MessageSign message={message} />
      <MessageSentence message={message} />
      <time className="num" dateTime={message.createTime}>
        {isToday ? message.createTime.slice(11, 16) : message.createTime.slice(5, 10)}
      </time>
    </button>
  )
}

function Choices({ message, anchor, onOpen, onRemove, onClose }: LineProps & { readonly anchor: Anchor; onClose(): void }) {
  const { t } = useCentreText()
  const items = [
    { key: 'open', label: t(message.procInstId === null ? 'openPage' : 'open'), choose: () => onOpen(message) },
    { key: 'remove', label: t('remove'), choose: () => onRemove(message) },
  ]
  return <Menu anchor={anchor} side="below-end" name={t('more')} sections={[{ key: 'message', items }]} onClose={onClose} />
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' || event.key === 'j' ? 1 : event.key === 'ArrowUp' || event.key === 'k' ? -1 : 0
  if (step === 0) return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('.oa-message')]
  const next = lines[lines.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.click()
}
