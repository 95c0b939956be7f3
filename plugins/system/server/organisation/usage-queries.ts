import type { Db } from '#server/database/tables.ts'
import type { UsageSubject } from '#server/extensions/usages.ts'
import type { Host } from '#server/host.ts'
import type { PageOf, UsageCount, UsageRecord } from '#plugins/system/unit-wire.ts'

/** Numbers of records that use units or a person, by kind; kinds without any are left out. */
export async function usagesOf(host: Pick<Host, 'usages'>, db: Db, subject: UsageSubject): Promise<UsageCount[]> {
  const found: UsageCount[] = []
  for (const { id, cn, en, keepsUnit = false, count } of host.usages) found.push({ id, cn, en, keepsUnit, count: await count(db, subject) })
  return found.filter(({ count }) => count > 0)
}

/** Page of usages of one kind; empty for an unknown kind. */
export async function usagesPage(host: Pick<Host, 'usages'>, db: Db, subject: UsageSubject,
  query: { kind: string; current: number; size: number }): Promise<PageOf<UsageRecord>> {
  const kind = host.usages.find(({ id }) => id === query.kind)
  if (!kind) return { records: [], total: 0 }
  const rows = await kind.list(db, subject, { limit: query.size, offset: (query.current - 1) * query.size })
  return { total: await kind.count(db, subject),
    records: rows.map(({ id, name, detail = null, path = null, document = null }) => ({ id, name, detail, path, document })) }
}
