import { permits } from '#kernel/permissions.ts'
import { type StatisticsPage, statisticsPermissions } from '#kernel/statistics.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Member, Organisation } from '#server/identity/organisation/organisation.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import { viewQuery } from '../../address.ts'
import { type StatisticsQuery, queryOf } from '../page-queries.ts'

/** Returns whether somebody may have a page as a report: they see it, and may take its table along. */
export function mayHave(organisation: Organisation, member: Member, { key }: Pick<StatisticsPage, 'key'>): boolean {
  const can = statisticsPermissions(key)
  const { permissions } = callerOf(organisation, member)
  return permits(permissions, can.view) && permits(permissions, can.export)
}

/** A report for one reader: the page as they see it. */
export interface MailReport {
  readonly page: StatisticsPage
  readonly query: StatisticsQuery
  readonly caller: Caller
}

interface MailedReport {
  readonly report: { readonly id: string; readonly query: string }
  readonly page: StatisticsPage
  readonly reader: string
  readonly at: Date
}

/**
 * A report for one of its readers; undefined for people who have left or lost the right, and where the page no longer takes what its view
 * asks.
 */
export async function mailedTo(host: Host, db: Db, { report, page, reader, at }: MailedReport): Promise<MailReport | undefined> {
  const organisation = await host.organisation(db)
  const member = organisation.users.get(reader)
  if (!member?.enabled || !mayHave(organisation, member, page)) return undefined
  const parsed = queryOf(page).safeParse(viewQuery(page, report.query, todayOf(at)))
  return parsed.success
    ? { page, query: parsed.data, caller: { ...callerOf(organisation, member), traceId: `report ${report.id}`, ip: '' } }
    : undefined
}
