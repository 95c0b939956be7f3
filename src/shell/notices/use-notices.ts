import { useCallback, useEffect, useRef, useState } from 'react'
import type { Reaction } from '#providers/reactions.ts'

/** A toast of one line; it closes automatically unless it is a server error or links to a document. */
export interface Notice {
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
export function useNotices() {
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
