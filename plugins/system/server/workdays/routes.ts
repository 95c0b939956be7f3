import type { FastifyInstance } from 'fastify'
import { todayOf } from '#kernel/values/dates.ts'
import { workingDaysLeft } from '#kernel/values/working-time.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'

/** Call for the number of working days left in the month, including today. */
export function workdayRoutes(app: FastifyInstance, { db, clock, calendar }: Pick<Host, 'db' | 'clock' | 'calendar'>): void {
  app.get('/system/workday/left', { config: { access: signedIn, resource: 'holiday' } },
    async () => workingDaysLeft(todayOf(clock.now()), await calendar(db)))
}
