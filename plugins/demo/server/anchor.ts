import { instantOf, nowOf } from '#kernel/values/dates.ts'
import type { Env } from '#server/env.ts'

/** The demo company's present: this time of DEMO_TODAY, or now. */
export const anchorOf = ({ demoToday }: Pick<Env, 'demoToday'>, now: Date): Date =>
  (demoToday && instantOf(`${demoToday} ${nowOf(now).slice(11)}`)) || now
