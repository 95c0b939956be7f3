import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { Changes, PersonChange } from '#server/directory/foreign.ts'
import { isDirectorySet, previewSync, synchronise } from '#server/directory/synchronise.ts'
import { serverMessages } from '#server/server-messages.ts'
import { needs } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { type SyncAnswer, type SyncCounts, type SyncedPerson, syncPath, type SyncPreview } from '#plugins/system/directory-wire.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'
import { demandUnrestrictedScope } from '../unrestricted-scope.ts'

const config = { access: needs(canOrganisation.sync), resource: 'org' } as const

/** Routes to synchronise people with the configured directory, with a preview of the changes. */
export function syncRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const find = serverMessages(host.plugins)
  // requires an unrestricted scope, since people of all departments are changed
  const demand = (caller: Caller) => demandUnrestrictedScope(host, host.db, { caller, resource: 'org' })
  const shown = async (changes: Changes, locale: Locale): Promise<SyncAnswer> => {
    const { groups } = await host.organisation(host.db)
    const label = await host.dictionary(host.db)
    const unitNames = (ids: readonly string[]) => ids.map((id) => nameOf(groups.get(id)?.name, locale)).join(locale === 'cn' ? '、' : ', ')
    const of = (kind: PersonChange['kind']) =>
      changes.people.filter((change) => change.kind === kind).map((change) =>
        personOf(change, { unitNames, levelName: (value) => label('positionLevel', value) ?? value })
      )
    return {
      added: of('added'),
      updated: of('updated'),
      moved: of('moved'),
      disabled: of('disabled'),
      strangeUnits: changes.strangeUnits,
      failed: changes.failed.map(({ userName, name, code }) => ({ userName, name, details: {}, reason: find(code, {}, locale) ?? code })),
    }
  }

  routes.get(syncPath, { config, schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } },
    async () => ({ configured: isDirectorySet(host.env) }))

  routes.post(`${syncPath}/preview`, { config: { ...config, reads: true }, schema: { body: z.strictObject({}).nullish() } },
    async ({ caller, language }): Promise<SyncPreview> => {
      await demand(caller)
      const { changes, fingerprint } = await previewSync(host)
      return { ...(await shown(changes, language)), fingerprint }
    })

  routes.post(syncPath, { config: { ...config, repeats: 'parts' },
    schema: { body: z.strictObject({ fingerprint: z.string().length(64).optional() }).nullish() } },
    async (request): Promise<SyncCounts> => {
      const { caller, body, language } = request
      await demand(caller)
      const changes = await synchronise(host, { by: caller.id, fingerprint: body?.fingerprint })
      const { added, updated, moved, disabled, failed } = await shown(changes, language)
      const counts = { added: added.length, updated: updated.length, moved: moved.length, disabled: disabled.length }
      request.audited = { id: 'personnel',
        after: { ...counts, failed: failed.length,
          people: changes.people.map(({ kind, userName, details, departments }) => ({ kind, userName, details, departments })) } }
      return { success: changes.people.length, ...counts, failed }
    })
}

interface SyncNames {
  unitNames(ids: readonly string[]): string
  /** "中文/English" */
  levelName(value: string): string
}

function personOf({ userName, name, details: { positionLevel, ...details }, departments }: PersonChange,
  { unitNames, levelName }: SyncNames): SyncedPerson {
  return { userName, name,
    details: { ...details, ...(positionLevel && { positionLevel: levelName(positionLevel) }),
      ...(departments && { departments: unitNames(departments) }) } }
}
