import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Work that is done from time to time, and at once when somebody knows that there is some. */
export interface Poller {
  start(): void
  /** There is something to do: soon, together with what comes in the next moment. */
  wake(): void
  /** Does it now, after what is being done. */
  tick(): Promise<void>
  /** Cuts short what is being done and waits a while until it has ended. */
  stop(): Promise<void>
}

interface PollerOptions {
  /** Milliseconds between two looks when nobody wakes it. */
  readonly every: number
  /** Milliseconds in which several calls to wake it become one. */
  readonly gather?: number
  readonly name: string
  readonly log: Pick<Logger, 'warn'>
  beat(signal: AbortSignal): Promise<void>
  end?(): void
}

/** Milliseconds that what is cut short may take to end. */
const timeout = 10_000

/** Makes a poller, which stands still until it is started. A beat that fails is logged and tried again. */
export function createPoller({ every, gather = 20, name, log, beat, end }: PollerOptions): Poller {
  const ending = new AbortController()
  let working: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isWoken = false

  const tick = () => (working = working.catch(() => undefined).then(() => beat(ending.signal)))

  const next = (after: number) => {
    clearTimeout(timer)
    if (ending.signal.aborted || !isRunning) return
    timer = setTimeout(() => void turn(), after)
    timer.unref()
  }
  const turn = async () => {
    isWoken = false
    // a database that is away for a while must not end the beat
    await tick().catch((error: unknown) => log.warn({ err: error }, `${name}: the beat failed and is tried again`))
    next(isWoken ? gather : every)
  }

  return {
    start() {
      isRunning = true
      next(0)
    },
    wake() {
      if (isWoken) return
      isWoken = true
      next(gather)
    },
    tick,
    async stop() {
      ending.abort()
      clearTimeout(timer)
      await Promise.race([working.catch(() => undefined), sleep(timeout, undefined, { ref: false })])
      end?.()
    },
  }
}
