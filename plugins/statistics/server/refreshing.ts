import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { needs } from '#server/http/access.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { canRefresh } from '../permissions.ts'
import type { RefreshState } from '../wire.ts'
import { dataUpTo } from './asked.ts'
import { recountName } from './recount.ts'

const path = '/oaserver/statistics'

/** When every document was last counted, and counting them now: a time of the job that is due at once. */
export function refreshRoutes(app: FastifyInstance, host: Host): void {
  const config = { access: needs(canRefresh.refresh), resource: 'statistics' } as const
  app.get(`${path}/refreshState`, { config }, async (): Promise<RefreshState> => {
    const last = await lastRun(host.db)
    return { dataDate: dataUpTo(host).dataDate, lastRun: last?.started_at ? nowOf(last.started_at) : null, result: resultOf(last) }
  })
  app.post(`${path}/refresh`, { config: { ...config, repeats: 'once' }, schema: { body: z.strictObject({}) } }, (request) =>
    unitOfWork(host, request, async ({ db, at }) => {
      if (resultOf(await lastRun(db)) === 'running') throw new Refused('statistics.refreshing')
      await db.insertInto('job_run').values({ job: recountName, due: at }).onConflict((conflict) => conflict.doNothing()).execute()
      return null
    }))
}

type Run = Awaited<ReturnType<typeof lastRun>>

const lastRun = (db: Db) =>
  db.selectFrom('job_run').select(['started_at', 'finished_at', 'failure']).where('job', '=', recountName).orderBy('due', 'desc').limit(1).executeTakeFirst()

function resultOf(run: Run): RefreshState['result'] {
  if (!run) return null
  if (run.finished_at === null) return 'running'
  return run.failure === null ? 'done' : 'failed'
}
