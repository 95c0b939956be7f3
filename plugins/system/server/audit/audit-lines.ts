import { sql } from 'kysely'
import { endOfDay, startOfDay } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'

/** The filter of the audit log. */
export interface AuditFilter {
  readonly userId?: string
  readonly resource?: string | readonly string[]
  /** Id of one record. */
  readonly resourceId?: string
  /** yyyy-MM-dd, both inclusive, in the company's time zone. */
  readonly from?: string
  readonly to?: string
  /** 200, or a refusal's code. */
  readonly code?: number
}

/** Cursor: the last line of the previous page. Stable, since new lines are added at the other end. */
export interface LogCursor {
  /** Database text of the time, with microseconds. */
  readonly time: string
  readonly id: string
}

/** Lines, newest first. */
export function auditLines(db: Db, filter: AuditFilter,
  { after, limit, offset = 0 }: { after?: LogCursor; limit: number; offset?: number }) {
  let query = matching(db, filter).leftJoin('sys_user', 'sys_user.id', 'audit_log.user_id')
    .select(['audit_log.id', 'audit_log.create_time', 'audit_log.user_id', 'sys_user.name as user_name', 'ip', 'method', 'audit_log.path',
      'resource', 'resource_id', 'before', 'after', 'code', 'ms', 'trace_id'])
    .select((eb) =>
      eb.fn.coalesce(
        eb.selectFrom('document').select('number').whereRef('document.id', '=', 'audit_log.resource_id'),
        eb.selectFrom('task').innerJoin('document', 'document.id', 'task.document').select('number')
          .whereRef('task.id', '=', 'audit_log.resource_id'),
      ).as('resource_no')
    )
    .select(sql<string>`audit_log.create_time::text`.as('time'))
    .orderBy('audit_log.create_time', 'desc').orderBy('audit_log.id', 'desc').limit(limit).offset(offset)
  if (after) query = query.where(sql<boolean>`(audit_log.create_time, audit_log.id) < (${after.time}::timestamptz, ${after.id}::uuid)`)
  return query.execute()
}

export type AuditLine = Awaited<ReturnType<typeof auditLines>>[number]

/** The number of lines, counted up to `most`. */
export async function countLines(db: Db, filter: AuditFilter, most: number): Promise<number> {
  const { count } = await db.selectFrom(matching(db, filter).select('audit_log.id').limit(most).as('line')).select((eb) =>
    eb.fn.countAll<string>().as('count')
  )
    .executeTakeFirstOrThrow()
  return Number(count)
}

function matching(db: Db, { userId, resource, resourceId, from, to, code }: AuditFilter) {
  let query = db.selectFrom('audit_log')
  if (userId !== undefined) query = query.where('audit_log.user_id', '=', userId)
  if (resource !== undefined) query = query.where('resource', 'in', [resource].flat())
  if (resourceId !== undefined) query = query.where('resource_id', '=', resourceId)
  if (code !== undefined) query = query.where('code', '=', code)
  if (from !== undefined) query = query.where('audit_log.create_time', '>=', startOfDay(from))
  if (to !== undefined) query = query.where('audit_log.create_time', '<', endOfDay(to))
  return query
}
