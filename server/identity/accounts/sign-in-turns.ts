import { roundRobin } from '#server/concurrency/round-robin.ts'
import { BadRequest } from '#server/http/answers/refusal.ts'

/** The sender of a sign-in. */
export interface Sender {
  /** Socket address. */
  readonly address: string
  /** Returns whether the connection is closed: the password need not be looked at. */
  isGone?(): boolean
}

/** Waiting sign-ins of one address: a line of as many lasts about half a minute; offices share an address. */
const line = { each: 120, all: 1_000, refuse: () => new BadRequest(429, 'identity.busy') }

const ordinary = roundRobin({ places: 2, ...line })
/** Addresses from which mostly wrong passwords come have one place of their own. */
const doubtful = roundRobin({ places: 1, ...line })

/** More wrong passwords of an address than right ones, after which it is doubtful, and how long that lasts, ms. */
const tolerated = 10
const memory = 15 * 60_000

const standings = new Map<string, { wrong: number; until: number }>()

/**
 * Waits for the turn of the sender's address before any question is put to the database.
 * @throws BadRequest 429 `identity.busy` when too many wait already
 */
export function inTurnOf<Answer>({ address, isGone }: Sender, work: () => Promise<Answer>): Promise<Answer> {
  const turns = (standings.get(address)?.wrong ?? 0) > tolerated ? doubtful : ordinary
  return turns.run({ key: address, ...(isGone && { isGone }) }, work)
}

/** Counts the outcome of a sign-in for its address, in this process. */
export function rememberOutcome(address: string, isRight: boolean): void {
  const now = Date.now()
  for (const [known, { until }] of standings) if (until < now) standings.delete(known)
  const wrong = (standings.get(address)?.wrong ?? 0) + (isRight ? -1 : 1)
  if (wrong <= 0) standings.delete(address)
  else standings.set(address, { wrong, until: now + memory })
}
