import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { countsKey, messageCentre } from '../layout/badges.ts'
import { type Message, messagesKey, partsOf, useMessageActions } from '../messages/messages.ts'
import { useMessagesText } from '../messages/texts.ts'
import { useIsMobile } from '../parts/use-media.ts'
import { useLive } from './live-context.ts'
import '../messages/messages.css'

/** Lazy chunk with its many icons, loaded with the first message. */
const MessageSign = lazy(async () => ({ default: (await import('../messages/MessageSentence.tsx')).MessageSign }))

const shownAtMost = 3
/** Delay in ms of a hidden tab, so that a visible tab displays the message. */
const courtesy = 400

/** Time in ms after which messages leave the screen of a phone, where they cover the page; the message centre keeps them. */
const stayOnPhone = 8_000

/** New notifications, displayed in one tab of the browser until they are opened or closed. */
export function NotificationToaster() {
  const { t, locale } = useMessagesText()
  const { messages, close, clear } = useNotifications()
  const actions = useMessageActions()
  const isMobile = useIsMobile()
  useEffect(() => {
    const timer = isMobile && messages.length > 0 && setTimeout(clear, stayOnPhone)
    return () => clearTimeout(timer || undefined)
  }, [isMobile, messages, clear])
  if (messages.length === 0) return null
  const more = messages.length - shownAtMost
  return (
    <section className="oa-notification gap-8 grid" aria-label={t('new')}>
      {messages.slice(0, shownAtMost).map((message) => {
        const { title } = partsOf(message, locale)
        return (
          <div className="oa-notification-one elevated round-10 raised flex" key={message.id} role="status">
            <button type="button" className="plain oa-notification-open gap-12 narrow flex grow" onClick={() => {
              close(message)
              actions.open(message)
            }}>
              <Suspense fallback={<span className="oa-message-sign inline-flex rigid relative" aria-hidden />}>
                <MessageSign message={message} />
              </Suspense>
              <span>
                <strong>{title}</strong>
                {locale === 'en' ? message.enContent : message.content}
              </span>
            </button>
            <button type="button" className="plain oa-notification-close round-6 text-centre third rigid high-32" aria-label={t('close')}
              onClick={() => close(message)}
            >
              <span aria-hidden>×</span>
            </button>
          </div>
        )
      })}
      {more > 0 && (
        <Link className="oa-notification-more text-centre elevated round-10 raised" to={messageCentre} onClick={clear}>
          {t('more', { count: more })}
        </Link>
      )}
    </section>
  )
}

function useNotifications() {
  const live = useLive()
  const client = useQueryClient()
  const [messages, setMessages] = useState<readonly Message[]>([])

  useEffect(() => {
    return live?.onFrame(({ counts, message }) => {
      client.setQueryData([...countsKey, 'messages'], counts)
      if (message === undefined) return
      void client.invalidateQueries({ queryKey: [...countsKey, 'waiting'] })
      void client.invalidateQueries({ queryKey: messagesKey })
      // its document may be open
      void client.invalidateQueries({ queryKey: ['document'] })
      const show = () =>
        void live.dedupe.acquire((message as Message).id).then((isMine) =>
          isMine && setMessages((before) => [message as Message, ...before])
        )
      if (document.visibilityState === 'visible') show()
      else setTimeout(show, courtesy)
    })
  }, [live, client])

  return {
    messages,
    close: useCallback((message: Message) => setMessages((before) => before.filter(({ id }) => id !== message.id)), []),
    clear: useCallback(() => setMessages([]), []),
  }
}
