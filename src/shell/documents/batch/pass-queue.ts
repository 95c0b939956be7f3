/** A task to be passed, with its idempotency key. */
export interface QueuedPass {
  readonly task: string
  readonly title: string
  /** The opinion; may be empty. */
  readonly comment: string
  readonly key: string
  /** Number of the document, named in the toast of a single pass. */
  readonly number?: string
  /** Address of the document's page, linked from a refusal. */
  readonly address?: string
  /** Further input of the pass dialog, in the format of the call. */
  readonly body?: Readonly<Record<string, unknown>>
}

/** A task to be passed, without idempotency key. */
export type TaskToPass = Omit<QueuedPass, 'key'>

/** The result of a call: done, refused with a reason, or unanswered, i.e. to be retried. */
export type PassResult = 'done' | 'unanswered' | { readonly refused: string }

export interface QueueState {
  /** Ids of queued tasks, which are hidden from lists. */
  readonly gone: ReadonlySet<string>
  /** The passes that can still be undone. */
  readonly counting: Counting | undefined
  /** Number of passes that wait for a connection. */
  readonly waiting: number
  /** Reasons of refusals, by task id. */
  readonly refused: ReadonlyMap<string, string>
}

interface Counting {
  /** Idempotency key of the first pass, which identifies this countdown. */
  readonly first: string
  readonly count: number
  readonly endsAt: number
  /** Number of the document, for a single pass. */
  readonly number: string | undefined
}

interface Dependencies {
  /** Sends a pass. Must not throw. */
  send(passing: QueuedPass): Promise<PassResult>
  /** Called when all running calls are answered. */
  onAnswered(results: readonly { readonly passing: QueuedPass; readonly result: PassResult }[]): void
  makeKey(): string
  /** Persists unanswered passes across page reloads. */
  readonly memory: { read(): readonly QueuedPass[]; write(passings: readonly QueuedPass[]): void }
}

/** Time to undo a pass, in ms. */
export const undoTime = 6_000
/** Maximum number of concurrent calls. */
const atOnce = 4
/** Delay before an unanswered call is retried, in ms. */
const timeout = 15_000

export type PassQueue = ReturnType<typeof createPassQueue>

/**
 * A queue of tasks to be passed, single or in a batch. They are hidden from lists at once, can be undone for six seconds, and are then sent
 * one by one; each keeps its idempotency key until it is answered, so that no task is passed twice.
 */
export function createPassQueue({ send, onAnswered, makeKey, memory }: Dependencies) {
  let counting: {
    items: readonly QueuedPass[]
    endsAt: number
    timer: ReturnType<typeof setTimeout>
    onUndo: (() => void) | undefined
    isShown: boolean
  } | undefined
  let due: readonly QueuedPass[] = []
  let again: ReturnType<typeof setTimeout> | undefined
  let answers: { passing: QueuedPass; result: PassResult }[] = []
  const sending = new Set<QueuedPass>()
  const running = new Set<Promise<void>>()
  const done = new Set<string>()
  const refused = new Map<string, string>()
  const listeners = new Set<() => void>()
  let state = stateNow()

  function stateNow(): QueueState {
    const items = [...(counting?.items ?? []), ...due, ...sending]
    return {
      gone: new Set([...done, ...items.map(({ task }) => task)]),
      counting: counting && shownOf(counting),
      waiting: again === undefined ? 0 : due.length,
      refused: new Map(refused),
    }
  }

  function changed() {
    memory.write([...due, ...sending])
    state = stateNow()
    for (const listener of listeners) listener()
  }

  function release() {
    if (!counting) return
    clearTimeout(counting.timer)
    due = [...due, ...counting.items]
    counting = undefined
  }

  /** Sends due passes, up to `most` concurrently. */
  function sendDue(most: number) {
    clearTimeout(again)
    again = undefined
    while (due.length > 0 && sending.size < most) {
      const [next, ...rest] = due
      due = rest
      if (next) begin(next)
    }
    changed()
  }

  function begin(next: QueuedPass) {
    const call = sendOne(next).finally(() => running.delete(call))
    running.add(call)
  }

  async function sendOne(passing: QueuedPass) {
    sending.add(passing)
    const result = await send(passing)
    sending.delete(passing)
    finish(passing, result)
    if (result === 'unanswered') return later()
    sendDue(atOnce)
    if (sending.size === 0 && due.length === 0) report()
  }

  function finish(passing: QueuedPass, result: PassResult) {
    if (result === 'unanswered') due = [...due, passing]
    else answers.push({ passing, result })
    if (result === 'done') done.add(passing.task)
    if (typeof result === 'object') refused.set(passing.task, result.refused)
  }

  function later() {
    clearTimeout(again)
    again = setTimeout(() => sendDue(atOnce), timeout)
    changed()
    if (sending.size === 0) report()
  }

  function report() {
    const complete = answers
    answers = []
    if (complete.length > 0) onAnswered(complete)
  }

  function sendNow({ leaving = false }: { leaving?: boolean } = {}) {
    release()
    sendDue(leaving ? Number.POSITIVE_INFINITY : atOnce)
  }

  due = memory.read()
  if (due.length > 0) sendDue(atOnce)

  return {
    /**
     * Queues tasks that are not queued yet; an earlier countdown ends, i.e. its passes are sent now.
     * @param onUndo called when they are undone, e.g. to reopen the document
     */
    pass(tasks: readonly TaskToPass[], onUndo?: () => void): void {
      const fresh = tasks.filter(({ task }) => !state.gone.has(task)).map((task) => ({ ...task, key: makeKey() }))
      if (fresh.length === 0) return
      release()
      for (const { task } of fresh) refused.delete(task)
      counting = { items: fresh, endsAt: Date.now() + undoTime, timer: setTimeout(sendNow, undoTime), onUndo, isShown: false }
      sendDue(atOnce)
    },
    /** The toast is visible: restarts the countdown once, to compensate for slow rendering. */
    shown(): void {
      if (!counting || counting.isShown) return
      clearTimeout(counting.timer)
      counting = { ...counting, endsAt: Date.now() + undoTime, timer: setTimeout(sendNow, undoTime), isShown: true }
      changed()
    },
    /** Undoes the passes whose countdown is running. */
    undo(): void {
      const calledBack = counting
      if (!calledBack) return
      clearTimeout(calledBack.timer)
      counting = undefined
      changed()
      calledBack.onUndo?.()
    },
    /** Sends everything and waits until all calls have ended; unanswered passes stay queued. */
    async settle(): Promise<void> {
      sendNow({ leaving: true })
      await Promise.all(running)
    },
    /**
     * Ends the countdown and sends all passes, unanswered ones included. `leaving`: without limit on concurrency, because the page closes.
     */
    sendNow,
    /** Forgets the refusal of a task after it was read. */
    forget(task: string): void {
      if (refused.delete(task)) changed()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: (): QueueState => state,
  }
}

const shownOf = ({ items, endsAt }: { readonly items: readonly QueuedPass[]; readonly endsAt: number }): Counting => {
  const [first] = items
  return { first: first?.key ?? '', count: items.length, endsAt, number: items.length === 1 ? first?.number : undefined }
}
