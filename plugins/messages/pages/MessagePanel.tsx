import { Suspense } from 'react'
import type { Message } from '#shell/messages/messages.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'
import { Preview } from './Preview.tsx'
import { useCentreText } from './text.ts'

interface MessagePanelProps {
  readonly message: Message | undefined
  onDecided(message: Message): void
  onOpen(message: Message): void
  onRemove(message: Message): void
}

/** Beside the messages: the chosen one, and below what other modules tell. */
export function MessagePanel({ message, onDecided, onOpen, onRemove }: MessagePanelProps) {
  const { t } = useCentreText()
  return (
    <>
      {message
        ? <Preview key={message.id} message={message} onDecided={() => onDecided(message)} onOpen={onOpen} onRemove={onRemove} />
        : <p className="oa-message-choose">{t('choose')}</p>}
      <Sections />
    </>
  )
}

/** They come when their chunks do; no message waits for them. */
export function Sections() {
  const { messageCentre = [] } = useRoutes().config
  return (
    <div className="oa-message-sections">
      {messageCentre.map(({ id, component: Section }) => (
        <Suspense key={id}>
          <Section />
        </Suspense>
      ))}
    </div>
  )
}
