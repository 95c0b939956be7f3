import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { needs } from '#server/http/access.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import { noteDue } from '#server/jobs/runner.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { canRefresh } from '../permissions.ts'
import type { RefreshState } from '../wire.ts'
import { dataUpTo } from './periods.ts'
import { askForFoldingAnew, foldName, waitsForFolding } from './folding/fold.ts'
import { forgetRecount, recountProgress } from './facts/counted-pages.ts'
import { recountName } from './facts/recount.ts'

const path = '/oaserver/statistics'

/** Calls for the time of the last count, and for recounting and refolding everything by making both jobs due. */
export function refreshRoutes(app: FastifyInstance, host: Host): void {
  const config = { access: needs(canRefresh.refresh), resource: 'statistics' } as const
  app.get(`${path}/refreshState`, { config }, async (): Promise<RefreshState> => {
    const [last, result, progress] = await Promise.all([lastRun(host.db, recountName), resultOf(host.db), recountProgress(host.db)])
    return { dataDate: dataUpTo(host).dataDate, lastRun: last?.started_at ? nowOf(last.started_at) : null, result,
      progress: progress ? { counted: progress.counted, total: progress.total } : null }
  })
  app.post(`${path}/refresh`, { config: { ...config, repeats: 'once' }, schema: { body: z.strictObject({}) } },
    (request) =>
      unitOfWork(host, request, async ({ db, at }) => {
        if ((await resultOf(db)) === 'running') throw new Refused('statistics.refreshing')
        await forgetRecount(db)
        await askForFoldingAnew(db)
        await noteDue(db, [recountName, foldName].map((job) => ({ job, due: at })))
        return null
      }))
}

const lastRun = (db: Db, job: string) =>
  db.selectFrom('job_run').select(['started_at', 'finished_at', 'failure']).where('job', '=', job).orderBy('due', 'desc').limit(1)
    .executeTakeFirst()

/** State of a refresh: running until all documents are recounted and all pages refolded. */
async function resultOf(db: Db): Promise<RefreshState['result']> {
  const [counting, folding, waits] = await Promise.all([lastRun(db, recountName), lastRun(db, foldName), waitsForFolding(db)])
  if (!counting) return null
  if (counting.finished_at === null) return 'running'
  if (counting.failure !== null) return 'failed'
  if (!waits) return 'done'
  return folding?.finished_at && folding.failure !== null ? 'failed' : 'running'
}
