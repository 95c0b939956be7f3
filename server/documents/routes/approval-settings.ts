import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { administerPermission } from '#approval/administrator.ts'
import { type ApprovalSettings, canConfigure, mostReminders } from '#kernel/flow/approval-settings.ts'
import { versionInput } from '#server/http/version-input.ts'
import { needs } from '#server/http/access.ts'
import { approvalConfiguration, changeApprovalSettings } from '../approval-settings/approval-settings.ts'
import { type DocumentRouteContext, readContext, typed, unitOfWork } from './context.ts'

const path = '/workflow/config'

const settings: z.ZodType<ApprovalSettings> = z.strictObject({
  flow: z.strictObject({
    dedupe: z.enum(['consecutive', 'anyEarlier', 'none']),
    emptyApprover: z.enum(['refuse', 'admin']),
    initiatorApprover: z.enum(['superior', 'self', 'autoPass']),
    again: z.enum(['everybody', 'changed', 'straightBack']),
    urgeMinutes: z.int().min(0).max(10_000),
    overdueHours: z.number().min(0).max(10_000),
  }),
  reminderDays: z.array(z.int().min(1).max(365)).max(mostReminders),
})

/** Calls of the settings of approvals for the whole company. */
export function approvalSettingRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  const routes = typed(app)

  routes.get(path, { config: { access: needs(administerPermission), resource: 'approvalSettings' },
    schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } },
    (request) => approvalConfiguration(readContext(calls, request)))

  routes.put(path, { config: { access: needs(administerPermission, canConfigure.edit), resource: 'approvalSettings', repeats: 'once' },
    schema: { body: z.strictObject({ version: versionInput, settings }) } }, (request) =>
    unitOfWork(calls, request, async (context) => {
      const before = await changeApprovalSettings(context, request.body)
      request.audited = { id: 'settings', before, after: request.body.settings }
      return approvalConfiguration(context)
    }))
}
