import type { Call } from './request.ts'
import { contentOf } from './request.ts'

/**
 * Keys of mutating calls. A key is made before the first send and kept until the server has answered,
 * so a person who repeats an unanswered call with the same content sends the same key.
 */
export function createKeys(make: () => string = randomKey) {
  const waiting = new Map<string, string>()
  const nameOf = (call: Call) => `${call.method} ${call.path} ${contentOf(call) ?? JSON.stringify(call.body)}`

  return {
    keyOf(call: Call): string {
      const name = nameOf(call)
      const key = waiting.get(name) ?? make()
      waiting.set(name, key)
      return key
    },
    answered(call: Call): void {
      waiting.delete(nameOf(call))
    },
  }
}

/** `crypto.randomUUID` exists on secure origins only; plain random bytes exist everywhere. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
