import type { FastifyInstance } from 'fastify'
import { permits } from '#kernel/permissions.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { can, offlineReimbursement } from '../../offline-reimbursement/offline-reimbursement.ts'

/** Route for the caller's rights on the register, and their departments. */
export function offlineRoutes(app: FastifyInstance, host: Host): void {
  app.get('/budgetservice/offlineReimbursement/permission', { config: { access: signedIn, resource: offlineReimbursement.name } },
    async ({ caller }) => {
      const departments = await host.departments(host.db, caller, offlineReimbursement.name)
      return { canView: permits(caller.permissions, can.view), canEdit: permits(caller.permissions, can.edit),
        departmentIds: departments === 'all' ? null : departments }
    })
}
