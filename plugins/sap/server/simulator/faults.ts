import { z } from 'zod'

/**
 * Faults of the simulator. slow: answers after `ms`; busy: 503 with Retry-After; throttled: 429; locked: 423; refuses: refuses row `row`
 * and property `property`; losesAnswer: commits and closes the connection; cutsBefore: closes the connection before processing; expires:
 * invalidates csrf and access tokens; forgets: forgets the answers to earlier requests.
 */
const faultKinds = ['slow', 'busy', 'throttled', 'locked', 'refuses', 'losesAnswer', 'cutsBefore', 'expires', 'forgets'] as const

/** The request for a fault: for what, and how often. */
export const faultInput = z.strictObject({
  kind: z.enum(faultKinds),
  /** Only requests whose path or content has these words. */
  about: z.string().max(200).default(''),
  /** Requests that it meets; without it, until it is taken back. */
  times: z.int().min(1).max(1_000_000).optional(),
  ms: z.int().min(0).max(120_000).default(2_000),
  retryAfter: z.int().min(0).max(86_400).default(30),
  /** Row that is refused, from 1, and its property. */
  row: z.int().min(1).optional(),
  property: z.string().max(64).optional(),
  code: z.string().max(40).default('M7/021'),
  message: z.string().max(200).default('Deficit of unrestricted-use stock'),
  /** Chance of each request to meet it, from 0 to 1. */
  chance: z.number().min(0).max(1).default(1),
})

export type Fault = z.output<typeof faultInput>

/** The faults that are set, with the requests that they still meet. */
export class Faults {
  private set: { readonly fault: Fault; left: number }[] = []

  constructor(private readonly random: () => number = Math.random) {}

  add(fault: Fault): void {
    this.set.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY })
  }

  clear(): void {
    this.set = []
  }

  /** Takes the first fault of one of these kinds that a request meets. */
  take(kinds: readonly Fault['kind'][], request: string): Fault | undefined {
    const met = this.set.find(({ fault, left }) =>
      left > 0 && kinds.includes(fault.kind) && request.includes(fault.about) && (fault.chance === 1 || this.random() < fault.chance)
    )
    if (met) met.left -= 1
    return met?.fault
  }
}
