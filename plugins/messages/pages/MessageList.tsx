import { DeleteOutlined } from '@ant-design/icons'
import { Fragment, type KeyboardEvent } from 'react'
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
              <Line key={message.id} message={message} isChosen={message.id === chosen} isToday={day !== 'earlier'} onChoose={onChoose} onOpen={onOpen} onRemove={onRemove} />
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

function Line({ message, isChosen, isToday, onChoose, onOpen, onRemove }: LineProps) {
  const { t } = useMessagesText()
  const centre = useCentreText()
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onOpen(message)
  }
  return (
    <li className={isChosen ? 'is-chosen' : undefined} data-unread={!message.read || undefined}>
      <button type="button" className="plain oa-message" aria-current={isChosen || undefined} onClick={() => onChoose(message)} onDoubleClick={() => onOpen(message)}
        onKeyDown={press}
      >
        <span className={message.read ? 'oa-unread is-read' : 'oa-unread'}>{!message.read && <span className="unseen">{t('unread')}</span>}</span>
        <MessageSign message={message} />
        <MessageSentence message={message} />
        <time className="num" dateTime={message.createTime}>{isToday ? message.createTime.slice(11, 16) : message.createTime.slice(5, 10)}</time>
      </button>
      <button type="button" className="plain oa-message-remove" aria-label={centre.t('remove')} data-tip={centre.t('remove')} onClick={() => onRemove(message)}>
        <DeleteOutlined aria-hidden />
      </button>
    </li>
  )
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
