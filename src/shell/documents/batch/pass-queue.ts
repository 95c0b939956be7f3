/** A task that is to be passed, with the key under which the server does it once. */
export interface QueuedPass {
  readonly task: string
  readonly title: string
  /** The opinion; empty where nothing was said. */
  readonly comment: string
  readonly key: string
  /** The document's number, by which a single one is named. */
  readonly number?: string
  /** The page of the document, offered where the server refuses. */
  readonly address?: string
  /** The input of the node's dialog beside the opinion, as the call takes it. */
  readonly body?: Readonly<Record<string, unknown>>
}

/** A task that is to be passed, before it has its key. */
export type TaskToPass = Omit<QueuedPass, 'key'>

/** The outcome of a call: done, or why a rule refuses it; unanswered, and it has to be asked again. */
export type PassResult = 'done' | 'unanswered' | { readonly refused: string }

export interface QueueState {
  /** Tasks that are on their way: their rows have left the list. */
  readonly gone: ReadonlySet<string>
  /** The passes that can still be called back. */
  readonly counting: Counting | undefined
  /** The number of those that wait for the connection. */
  readonly waiting: number
  /** The reasons for which the server refused, by task. */
  readonly refused: ReadonlyMap<string, string>
}

interface Counting {
  /** The key of the first, which is another one in the next count. */
  readonly first: string
  readonly count: number
  readonly endsAt: number
  /** The number of the document, where it is a single one. */
  readonly number: string | undefined
}

interface Dependencies {
  /** Sends one. Must not throw. */
  send(passing: QueuedPass): Promise<PassResult>
  /** A round of answers is complete. */
  onAnswered(results: readonly { readonly passing: QueuedPass; readonly result: PassResult }[]): void
  makeKey(): string
  /** Keeps what was sent and not answered over a reload. */
  readonly memory: { read(): readonly QueuedPass[]; write(passings: readonly QueuedPass[]): void }
}

/** Time to call it back, milliseconds. */
export const undoTime = 6_000
/** Calls at once. */
const atOnce = 4
/** Until an unanswered call is tried again, milliseconds. */
const timeout = 15_000

export type PassQueue = ReturnType<typeof createPassQueue>

/**
 * Tasks that are passed, alone or together. They leave the lists at once, wait for six seconds in which they can be called back, and
 * are then sent one by one; each keeps its key until there is an answer, so that nothing is passed twice.
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

  /** Sends what is due, as many at once as are allowed. */
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
     * Takes tasks out of the lists; one that is on its way already is not taken again. What was counting before is sent now.
     * @param onUndo brings back what was left with the pass, where it is called back
     */
    pass(tasks: readonly TaskToPass[], onUndo?: () => void): void {
      const fresh = tasks.filter(({ task }) => !state.gone.has(task)).map((task) => ({ ...task, key: makeKey() }))
      if (fresh.length === 0) return
      release()
      for (const { task } of fresh) refused.delete(task)
      counting = { items: fresh, endsAt: Date.now() + undoTime, timer: setTimeout(sendNow, undoTime), onUndo, isShown: false }
      sendDue(atOnce)
    },
    /** The way back is on the screen: its time begins, which a slow computer has spent on drawing. */
    shown(): void {
      if (!counting || counting.isShown) return
      clearTimeout(counting.timer)
      counting = { ...counting, endsAt: Date.now() + undoTime, timer: setTimeout(sendNow, undoTime), isShown: true }
      changed()
    },
    /** Calls back what is still counting. */
    undo(): void {
      const calledBack = counting
      if (!calledBack) return
      clearTimeout(calledBack.timer)
      counting = undefined
      changed()
      calledBack.onUndo?.()
    },
    /** Sends everything and waits until each call has ended; whoever got no answer stays kept. */
    async settle(): Promise<void> {
      sendNow({ leaving: true })
      await Promise.all(running)
    },
    /** Sends what is counting, and tries what was not answered. `leaving`: the page ends, everything goes at once. */
    sendNow,
    /** The reason was read. */
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
