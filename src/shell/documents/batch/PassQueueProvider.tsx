import { useMemo, type ReactNode, useEffect, useState } from 'react'
import { useKeys } from '#shell/keys.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { PassQueueContext, useNewPassQueue } from './use-pass-queue.ts'
import { useDocumentsText } from '../text.ts'
import { undoTime, type PassQueue, type QueueState } from './pass-queue.ts'
import './batch.css'

/** Provides the queue of passes to all pages, so that a pass can be undone on any page. */
export function PassQueueProvider({ children }: { children: ReactNode }) {
  const { queue, state } = useNewPassQueue(useRead(reads.user)?.id ?? '')
  useKeys({ z: queue.undo })
  return (
    <PassQueueContext value={useMemo(() => ({ queue, state }), [queue, state])}>
      {children}
      <UndoToast queue={queue} state={state} />
    </PassQueueContext>
  )
}

/** The toast with the countdown to undo a pass; or the number of passes that wait for a connection. */
function UndoToast(
  { queue, state: { counting, waiting } }: { queue: Pick<PassQueue, 'undo' | 'shown' | 'sendNow'>; state: QueueState },
) {
  const { t } = useDocumentsText()
  if (counting) return <Counting key={counting.first} {...counting} onShown={queue.shown} onUndo={queue.undo} />
  if (waiting === 0) return null
  return (
    <div className="oa-undo" role="status">
      <span>{t('batch.waiting', { count: waiting })}</span>
      <button type="button" className="plain" onClick={() => queue.sendNow()}>{t('batch.retry')}</button>
    </div>
  )
}

interface CountingProps extends NonNullable<QueueState['counting']> {
  onShown(): void
  onUndo(): void
}

function Counting({ count, number, endsAt, onShown, onUndo }: CountingProps) {
  useEffect(onShown, [onShown])
  const { t } = useDocumentsText()
  const seconds = useSecondsTo(endsAt)
  const [counted, said] = number === undefined
    ? [t('batch.counting', { count, seconds }), t('batch.said', { count, seconds: wholeSeconds })]
    : [t('batch.countingOne', { number, seconds }), t('batch.saidOne', { number, seconds: wholeSeconds })]
  return (
    <div className="oa-undo">
      <span className="oa-undo-ring" aria-hidden style={{ animationDuration: `${undoTime}ms` }} />
      <span aria-hidden className="num">{counted}</span>
      <span className="unseen" role="status">{said}</span>
      <button type="button" className="plain" aria-keyshortcuts="Z" onClick={onUndo}>
        {t('batch.undo')} <kbd aria-hidden>Z</kbd>
      </button>
    </div>
  )
}

const wholeSeconds = undoTime / 1_000

/** Seconds left until `end`, rounded up. */
function useSecondsTo(end: number): number {
  const left = () => Math.max(0, Math.ceil((end - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1_000))), 250)
    return () => clearInterval(timer)
  }, [end])
  return seconds
}
