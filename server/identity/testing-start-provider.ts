import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProviderOrder } from './testing-other-provider.ts'

/** The client of the product at that provider. */
export const otherClient = 'office'

export interface OtherProvider {
  readonly issuer: string
  /** Sends an order to the process. @returns a token, or an acknowledgement */
  ask(order: ProviderOrder): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts an external identity provider in a separate process.
 * @param origins the product's origins, from which browsers come
 */
export async function startOtherProvider(origins: readonly string[] = []): Promise<OtherProvider> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'testing-other-provider.ts'), ...origins], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  return {
    issuer: line.toString().trim(),
    async ask(order) {
      const answered = once(child, 'message')
      child.send(order)
      return String(((await answered) as [unknown])[0])
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
