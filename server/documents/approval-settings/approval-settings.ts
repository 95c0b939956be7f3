import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { StateMoved } from '#kernel/errors.ts'
import { type ApprovalConfiguration, type ApprovalSettings, canConfigure, mostReminders, newFlowSettings, type NumberRule, type OwnSettings,
  shippedSettings } from '#kernel/flow/approval-settings.ts'
import type { FlowSettings } from '#kernel/flow.ts'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import type { Directory } from '#approval/directory.ts'
import { heldPolicy } from '#approval/resolve/interested.ts'
import { isMoneyForm } from '#approval/interventions.ts'
import { administerPermission } from '#approval/administrator.ts'
import type { Db } from '#server/database/tables.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import { needs } from '#server/http/access.ts'
import type { DocumentHost } from '../host.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { type DocumentRouteContext, readContext, typed, unitOfWork } from '../routes/requests.ts'

/** The settings of approvals for the whole company, as they hold. */
export async function approvalSettings(db: Db): Promise<ApprovalSettings> {
  return (await stored(db))?.body ?? shippedSettings
}

const stored = (db: Db) => db.selectFrom('approval_setting').selectAll().executeTakeFirst()

/** The settings with what they meet: flows that have their own, numbers of documents, channels. */
async function approvalConfiguration({ host, db, at }: Pick<CommandContext, 'host' | 'db' | 'at'>): Promise<ApprovalConfiguration> {
  const row = await stored(db)
  const settings = row?.body ?? shippedSettings
  return {
    settings,
    shipped: shippedSettings,
    ...lastChange(row, await host.directory(db)),
    own: await ownSettings(host, db, settings),
    numbering: numbering(host, at),
    channels: { mail: host.env.mail !== undefined, chat: host.env.chatWebhook !== undefined },
  }
}

function lastChange(row: Awaited<ReturnType<typeof stored>>,
  directory: Pick<Directory, 'person'>): Pick<ApprovalConfiguration, 'version' | 'changedBy' | 'changedAt'> {
  if (!row) return { version: 0, changedBy: null, changedAt: null }
  const { version, changed_by: id, changed_at: at } = row
  return { version, changedBy: { id, name: directory.person(id)?.name ?? id }, changedAt: nowOf(at) }
}

/** Stores changed settings, and answers those from before. @throws StateMoved where somebody else changed them meanwhile */
async function changeApprovalSettings({ db, caller, at }: Pick<CommandContext, 'db' | 'caller' | 'at'>,
  { version, settings: { flow, reminderDays } }: { readonly version: number; readonly settings: ApprovalSettings }
): Promise<
  ApprovalSettings
> {
  const body: ApprovalSettings = { flow, reminderDays: [...new Set(reminderDays)].toSorted((one, other) => one - other) }
  const before = await approvalSettings(db)
  const values = { body: JSON.stringify(body), version: version + 1, changed_by: caller.id, changed_at: at }
  const saved = await db.insertInto('approval_setting').values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values).where('approval_setting.version', '=', version))
    .returning('version').executeTakeFirst()
  if (!saved) throw new StateMoved(undefined, 'error.recordChanged')
  return before
}

async function ownSettings({ forms }: DocumentHost, db: Db, { flow }: ApprovalSettings): Promise<OwnSettings[]> {
  const rows = await db.selectFrom('definition_current as current').innerJoin('definition',
    (join) =>
      join.onRef('definition.kind', '=', 'current.kind').onRef('definition.key', '=', 'current.key').onRef('definition.hash', '=',
        'current.hash'))
    .where('current.kind', '=', 'flow').orderBy('current.key').select(['current.key', 'definition.body']).execute()
  return rows.flatMap(({ key, body }) => {
    const form = forms.get(key)
    if (!form) return []
    const { settings } = body as { readonly settings: FlowSettings }
    const held = { ...settings, again: settings.again ?? (settings.resumeMode === 'direct' ? 'straightBack' : 'everybody'),
      overdueHours: settings.overdueHours ?? 0, initiatorApprover: heldPolicy(settings, isMoneyForm(form)) }
    const own = newFlowSettings.filter((attribute) => held[attribute] !== flow[attribute])
    if (own.length === 0) return []
    return [{ key, cn: form.cn, en: form.en, settings: Object.fromEntries(own.map((attribute) => [attribute, held[attribute]])) }]
  })
}

const numbering = ({ forms }: DocumentHost, at: Date): NumberRule[] =>
  [...forms.values()].map(({ key, cn, en, prefix }) => ({ key, cn, en, prefix,
    example: `${prefix}${todayOf(at).replaceAll('-', '')}0001` })
  )
    .toSorted((one, other) => one.prefix.localeCompare(other.prefix))

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
