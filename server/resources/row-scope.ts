import type { Resource } from '#kernel/resource.ts'
import type { RowScope } from '#server/host.ts'
import { records } from './records.ts'
import { scopeConditions } from './scope.ts'

/** The records of a resource that a person's list shows, among all there are. */
export function resourceScope(resource: Resource): RowScope {
  const all = records(resource)
  const one = { current: 1, size: 1, where: [], order: [] }
  return {
    cn: resource.cn,
    en: resource.en,
    needs: resource.can.view,
    async count(host, db, caller) {
      const seen = await all.page(db, one, await scopeConditions(host, db, caller, resource))
      return { seen: seen.total, all: (await all.page(db, one, [])).total }
    },
  }
}
