import { z } from 'zod'
import { Forbidden, Refused } from '#kernel/errors.ts'
import { scopeOf } from '#kernel/resource.ts'
import { needs } from '#server/http/access.ts'
import { type SyncKind, syncRuns } from '#server/sync-log/sync-runs.ts'
import type { ResourceRouteContext } from './routes.ts'

/** Brings the records of a resource up to date from the system that leads them, where that is set up. */
export function syncingCall({ routes, resource, host, path }: ResourceRouteContext): void {
  const { sync, can, name } = resource
  if (sync === undefined || !can.sync) return
  routes.post(`${path}/sync`, { config: { access: needs(can.sync), resource: name, repeats: 'parts' },
    schema: { body: z.strictObject({}) } }, async ({ caller }) => {
    // it changes records of every department
    if (scopeOf(resource) && (await host.departments(host.db, caller, name)) !== 'all') throw new Forbidden('error.forbidden')
    const source = host.syncSources.get(sync as SyncKind)
    if (!source) throw new Refused('error.noSyncSource')
    await source.run(host, caller.id)
    return syncRuns(host).latest(source.kind)
  })
}
