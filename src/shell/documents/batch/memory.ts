import type { QueuedPass } from './pass-queue.ts'

/** The passes that a person sent and got no answer to, kept in this browser tab over a reload. */
export function memoryOf(person: string) {
  const place = `oa.passing.${person}`
  return {
    read(): readonly QueuedPass[] {
      try {
        const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '[]')
        return Array.isArray(kept) ? kept.filter(isPassing) : []
      } catch {
        return []
      }
    },
    write(passings: readonly QueuedPass[]): void {
      if (passings.length === 0) sessionStorage.removeItem(place)
      else sessionStorage.setItem(place, JSON.stringify(passings))
    },
  }
}

const isPassing = (value: unknown): value is QueuedPass =>
  typeof value === 'object' && value !== null && 'task' in value && 'key' in value && 'comment' in value && 'title' in value
