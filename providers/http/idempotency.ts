import type { Call } from './request.ts'
import { contentOf } from './request.ts'

/**
 * Idempotency keys of mutating calls. A key is created before the first send and kept until the server has answered, so that a user who
 * repeats an unanswered call with the same content sends the same key.
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

/** A random key. Works on insecure origins too, unlike `crypto.randomUUID`. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
