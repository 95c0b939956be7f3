import type { FastifyInstance } from 'fastify'
import { permits } from '#kernel/permissions.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { offlineReimbursement } from '../offline-reimbursement.ts'
import { can } from '../permissions.ts'

/** Calls of what the caller may do with the register, and for which departments. */
export function offlineRoutes(app: FastifyInstance, host: Host): void {
  app.get('/budgetservice/offlineReimbursement/permission', { config: { access: signedIn, resource: offlineReimbursement.name } },
    async ({ caller }) => {
      const departments = await host.departments(host.db, caller, offlineReimbursement.name)
      return { canView: permits(caller.permissions, can.view), canEdit: permits(caller.permissions, can.edit),
        departmentIds: departments === 'all' ? null : departments }
    })
}
