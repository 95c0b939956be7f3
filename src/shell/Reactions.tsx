import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { CheckCircleOutlined, CloseCircleOutlined, CloseOutlined, ExclamationCircleOutlined } from '@ant-design/icons'
import type { Reaction } from '#providers/reactions.ts'
import { useBackend } from './backend.ts'
import { useDialogs } from './dialogs/dialogs-context.tsx'
import { reloadOnce } from './routing/chunks.ts'
import { useText } from './text.tsx'
import './notices/notices.css'

/** A toast of one line; it closes automatically unless it is a server error or links to a document. */
interface Notice {
  readonly id: number
  readonly tone: 'done' | 'warning' | 'error'
  readonly text: string
  readonly traceId: string | undefined
  readonly undo: (() => void) | undefined
  readonly open: (() => void) | undefined
}

type NoticeKind = Exclude<Reaction['kind'], 'signedOut'>

/** Seconds before a notice closes; server errors stay until they are closed. */
const stays: Partial<Record<NoticeKind, number>> = { success: 4, warning: 6, network: 5, timeout: 5, refused: 6, moved: 6 }

/** Seconds before a notice with undo closes; the same as after passing several documents. */
const staysUndoable = 6

const shownAtMost = 3

/** Minimum interval between two identical errors in ms. */
const repeatsAfter = 3_000

const toneOf = (kind: NoticeKind): Notice['tone'] => (kind === 'success' ? 'done' : kind === 'warning' ? 'warning' : 'error')

/** The current notices, oldest first. */
function useNotices() {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const last = useRef(0)
  const recent = useRef(new Map<string, number>())
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())

  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])

  const close = useCallback((id: number) => setNotices((before) => before.filter((notice) => notice.id !== id)), [])
  const show = useCallback(
    (kind: NoticeKind, { text, traceId, undo, open }: Pick<Reaction, 'text' | 'traceId' | 'undo' | 'open'>) => {
      if (toneOf(kind) === 'error' && isRepeated(recent.current, text)) return
      const id = ++last.current
      setNotices((before) => [...before, { id, tone: toneOf(kind), text, traceId, undo, open }].slice(-shownAtMost))
      const seconds = undo ? staysUndoable : open ? undefined : stays[kind]
      if (seconds !== undefined) timers.current.add(setTimeout(() => close(id), seconds * 1000))
    },
    [close],
  )
  return { notices, show, close }
}

/** Returns whether the text was displayed within the interval, and records it. */
function isRepeated(recent: Map<string, number>, text: string): boolean {
  const now = Date.now()
  for (const [each, at] of recent) if (now - at >= repeatsAfter) recent.delete(each)
  if (recent.has(text)) return true
  recent.set(text, now)
  return false
}

interface NoticesProps {
  readonly notices: readonly Notice[]
  onClose(id: number): void
}

const signs: Readonly<Record<Notice['tone'], ReactNode>> = {
  done: <CheckCircleOutlined aria-hidden />,
  warning: <ExclamationCircleOutlined aria-hidden />,
  error: <CloseCircleOutlined aria-hidden />,
}

/** Toasts at the bottom right in a landmark region; screen readers announce each one. */
function Notices({ notices, onClose }: NoticesProps) {
  const { t } = useText()
  return (
    <section className="oa-notices gap-8 grid" aria-label={t('shell.notices')}>
      {notices.map(({ id, tone, text, traceId, undo, open }) => (
        <div className={`oa-notice anywhere at-start elevated round-10 raised flex gap-10 is-${tone}`} key={id}
          role={tone === 'error' ? 'alert' : 'status'}
        >
          {signs[tone]}
          <div>
            <p>{text}</p>
            {traceId && <p className="oa-notice-trace num second small">{t('state.trace', { trace: traceId })}</p>}
          </div>
          {[{ text: t('shell.undo'), act: undo }, { text: t('shell.openDocument'), act: open }].map(({ text: name, act }) =>
            act && (
              <button type="button" key={name} className="plain oa-notice-undo" onClick={() => {
                act()
                onClose(id)
              }}>
                {name}
              </button>
            )
          )}
          <button type="button" className="plain" aria-label={t('tabs.close')} onClick={() =>
            onClose(id)}
          >
            <CloseOutlined aria-hidden />
          </button>
        </div>
      ))}
    </section>
  )
}

/** Shows reactions: a dialog when the sign-in has ended, notices for everything else. */
export function ReactionsHost() {
  const { reactions } = useBackend()
  const { notices, show, close } = useNotices()
  const askToSignIn = useSignInQuestion()

  useEffect(() => {
    return reactions.on(({ kind, text, ...rest }) => (kind === 'signedOut' ? askToSignIn(text) : show(kind, { text, ...rest })))
  }, [reactions, askToSignIn, show])
  return <Notices notices={notices} onClose={close} />
}

function useSignInQuestion(): (text: string) => void {
  const { http, session } = useBackend()
  const dialogs = useDialogs()
  const { t } = useText()
  return useCallback(
    (text) =>
      void dialogs().then(
        (ask) =>
          void ask.confirm({
            title: t('session.prompt'),
            content: text,
            okText: t('session.signInAgain'),
            cancelText: t('session.cancel'),
            onOk: () => session.signOut(),
            onCancel: () => http.resume(),
          }),
        reloadOnce,
      ),
    [dialogs, http, session, t],
  )
}
