import { permits } from '#kernel/permissions.ts'
import { type StatisticsPage, statisticsPermissions } from '#kernel/statistics.ts'
import type { Member, Organisation } from '#server/identity/organisation/organisation.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'

/** Returns whether somebody may have a page as a report: they see it, and may take its table along. */
export function mayHave(organisation: Organisation, member: Member, page: StatisticsPage): boolean {
  const can = statisticsPermissions(page.key)
  const { permissions } = callerOf(organisation, member)
  return permits(permissions, can.view) && permits(permissions, can.export)
}
