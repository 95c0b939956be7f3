import { setTimeout as sleep } from 'node:timers/promises'

/** Between two attempts of a slowed address at one instance, and the longest that one waits, ms. */
const spacing = 1_000
const longest = 60_000

const nextOf = new Map<string, number>()

/**
 * Waits until an address that is slowed down may try again: its attempts go one after the other, a second apart.
 * @returns false at once when more are waiting than can be served within a minute
 */
export async function pace(address: string): Promise<boolean> {
  const now = Date.now()
  for (const [known, next] of nextOf) if (next < now) nextOf.delete(known)
  const turn = nextOf.get(address) ?? now
  if (turn - now > longest) return false
  nextOf.set(address, turn + spacing)
  await sleep(turn - now)
  return true
}
