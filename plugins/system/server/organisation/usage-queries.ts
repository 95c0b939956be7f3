import type { Db } from '#server/database/tables.ts'
import type { UsageSubject } from '#server/extensions/usages.ts'
import type { Host } from '#server/host.ts'
import type { PageOf, UsageCount, UsageRecord } from '#plugins/system/unit-wire.ts'

/** The numbers of records of each kind that rest on units or a person; kinds of which there are none are left out. */
export async function usagesOf(host: Pick<Host, 'usages'>, db: Db, subject: UsageSubject): Promise<UsageCount[]> {
  const found: UsageCount[] = []
  for (const { id, cn, en, keepsUnit = false, count } of host.usages) found.push({ id, cn, en, keepsUnit, count: await count(db, subject) })
  return found.filter(({ count }) => count > 0)
}

/** A page of one kind; an unknown kind has none. */
export async function usagesPage(host: Pick<Host, 'usages'>, db: Db, subject: UsageSubject,
  query: { kind: string; current: number; size: number }): Promise<PageOf<UsageRecord>> {
  const kind = host.usages.find(({ id }) => id === query.kind)
  if (!kind) return { records: [], total: 0 }
  const rows = await kind.list(db, subject, { limit: query.size, offset: (query.current - 1) * query.size })
  return { total: await kind.count(db, subject),
    records: rows.map(({ id, name, detail = null, path = null, document = null }) => ({ id, name, detail, path, document })) }
}
