import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Work that is done periodically, and immediately when woken. */
export interface Poller {
  start(): void
  /** Triggers a run soon; several calls within `gather` are combined. */
  wake(): void
  /** Runs immediately, after the current run. */
  tick(): Promise<void>
  /** Aborts the current run and waits up to the timeout for its end. */
  stop(): Promise<void>
}

interface PollerOptions {
  /** Interval of runs without waking, ms. */
  readonly every: number
  /** Time within which calls of `wake` are combined, ms. */
  readonly gather?: number
  readonly name: string
  readonly log: Pick<Logger, 'warn'>
  beat(signal: AbortSignal): Promise<void>
  end?(): void
}

/** Grace period for aborted work, ms. */
const timeout = 10_000

/** Creates a poller, which has to be started. A failed run is logged and repeated. */
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
    // a temporary outage of the database must not end the loop
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
