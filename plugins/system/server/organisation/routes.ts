import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Locale } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import { Missing, Refused } from '#kernel/errors.ts'
import type { Host } from '#server/host.ts'
import { needs, needsAny } from '#server/http/access.ts'
import { type CommandContext, unitOfWork } from '#server/unit-of-work.ts'
import type { Changes, PersonChange } from '#server/directory/foreign.ts'
import { isDirectorySet, previewSync, synchronise } from '#server/directory/synchronise.ts'
import { serverMessages } from '#server/server-messages.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { UsageSubject } from '#server/extensions/usages.ts'
import type { Db } from '#server/database/tables.ts'
import { type Membership, users } from '#server/identity/organisation/users.ts'
import { canOrganisation, canUser } from '#plugins/system/permissions.ts'
import { type SyncAnswer, type SyncCounts, type SyncedPerson, syncPath, type SyncPreview } from '#plugins/system/organisation-wire.ts'
import { byId, id, memberInput, membersQuery, stamped, unitRoutes, usagesQuery } from './unit-routes.ts'
import { demandUnit, unitReads } from './units.ts'
import { demandUnrestrictedScope, inScope, isAdministrator, userScope } from '../users/guards.ts'
import { usagesOf, usagesPage } from './usages.ts'

const config = { access: needs(canOrganisation.sync), resource: 'org' } as const

/** Routes to synchronise people with the configured directory, with a preview of the changes. */
function syncRoutes(app: FastifyInstance, host: Host): void {
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

/** Calls for the administration of the organisation. */
export function organisationRoutes(app: FastifyInstance, host: Host): void {
  syncRoutes(app, host)
  unitRoutes(app, host)
  memberRoutes(app, host)
  usageRoutes(app, host)
}

/** Calls of the members of a unit. */
function memberRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const path = '/system/org/:id/people'
  const changing = { access: needs(canOrganisation.edit), resource: 'org' } as const

  routes.post(`${path}/page`, { config: { access: needs(canOrganisation.view), reads: true, resource: 'org' },
    schema: { params: byId, body: membersQuery } }, async ({ params, body: { current, size, keyword }, caller }) => {
    await demandUnit({ host, db: host.db, caller }, params.id)
    return { ...(await unitReads(host.db).members(params.id, { keyword, limit: size, offset: (current - 1) * size })), current, size }
  })

  routes.post(path, { config: { ...changing, repeats: 'once' }, schema: { params: byId, body: memberInput } },
    (request) =>
      unitOfWork(host, request, async (now) => {
        const { params, body: { userId: person, main } } = request
        await addMember(now, { unit: params.id, person, main })
        request.audited = { id: params.id, after: request.body }
        return true
      }))

  routes.delete(`${path}/:userId`, { config: { ...changing, repeats: 'once' },
    schema: { params: byId.extend({ userId: id }), querystring: stamped } }, (request) =>
    unitOfWork(host, request, async (now) => {
      const { id: unit, userId: person } = request.params
      await removeMember(now, { unit, person })
      request.audited = { id: unit, before: { userId: person } }
      return true
    }))
}

/** Routes for the usages of a unit with its descendants, or of a person; shown before moving, disabling or deleting. */
function usageRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db } = host

  const ofUnits = async (caller: Caller, id: string): Promise<UsageSubject> => {
    await demandUnit({ host, db, caller }, id)
    return { units: await unitReads(db).withBelow(id) }
  }
  const ofPerson = async (caller: Caller, id: string): Promise<UsageSubject> => {
    await demandPerson(host, caller, id)
    return { person: id }
  }
  const kinds = [
    { path: '/system/org/:id/usages', access: needs(canOrganisation.view), subject: ofUnits },
    { path: '/system/org/people/:id/usages', access: needsAny(canOrganisation.view, canUser.view), subject: ofPerson },
  ] as const
  for (const { path, access, subject } of kinds) {
    routes.get(path, { config: { access, resource: 'org' }, schema: { params: byId, querystring: stamped } }, async ({ params, caller }) =>
      usagesOf(host, db, await subject(caller, params.id)))
    routes.post(`${path}/page`, { config: { access, reads: true, resource: 'org' }, schema: { params: byId, body: usagesQuery } },
      async ({ params, body, caller }) => ({ ...(await usagesPage(host, db, await subject(caller, params.id), body)), current: body.current,
        size: body.size }))
  }
}

/** Requires an account in the caller's scope, or a member of a unit that they administer. @throws Missing otherwise */
async function demandPerson(host: Host, caller: Caller, id: string): Promise<void> {
  const seen = await host.db.selectFrom('sys_user').select('id').where('id', '=', id).where('del_flag', '=', 0).where(
    inScope(await userScope(host, host.db, caller)),
  )
    .executeTakeFirst()
  if (seen) return
  const [kept, { users }] = [await host.departments(host.db, caller, 'org'), await host.organisation(host.db)]
  const member = users.get(id)
  if (!member || (kept !== 'all' && !member.departments.some((unit) => kept.includes(unit)))) throw new Missing('error.missing')
}

interface MemberPosition {
  readonly unit: string
  readonly person: string
}

/** Adds a person to a unit, optionally as their main unit. @throws Missing, Refused */
async function addMember(context: CommandContext, { unit, person, main }: MemberPosition & { main: boolean }): Promise<void> {
  await change(context, { unit, person }, async (memberships) => {
    // waits for a concurrent deletion of the unit
    const group = await context.db.selectFrom('sys_group').select('enable').where('id', '=', unit).where('del_flag', '=', 0).forShare()
      .executeTakeFirst()
    if (!group?.enable) throw new Refused('system.org.disabled')
    const own = memberships.find(({ id }) => id === unit) ?? { id: unit }
    const others = memberships.filter(({ id }) => id !== unit)
    return main ? [own, ...others] : memberships.includes(own) ? memberships : [...others, own]
  })
}

/**
 * Removes a person from a unit; the next of the remaining ones becomes their main unit. @throws Missing, or Refused `system.org.lastUnit`
 */
async function removeMember(context: CommandContext, place: MemberPosition): Promise<void> {
  await change(context, place, async (memberships) => {
    const left = memberships.filter(({ id }) => id !== place.unit)
    if (left.length === memberships.length) throw new Missing('error.missing')
    if (left.length === 0) throw new Refused('system.org.lastUnit')
    return left
  })
}

async function change(context: CommandContext, { unit, person }: MemberPosition,
  next: (memberships: readonly Membership[]) => Promise<readonly Membership[]>): Promise<void> {
  const { db, caller, at } = context
  await demandUnit(context, unit)
  // a person's permissions and scopes depend on their units
  if (person === caller.id && !isAdministrator(caller)) throw new Refused('system.role.ownRights')
  await hold(db, person)
  const rows = await db.selectFrom('sys_user_group').select(['group_id as id', 'position']).where('user_id', '=', person).orderBy('is_main',
    'desc').orderBy('sort')
    .orderBy('group_id').execute()
  await users(db, at).setDepartments(person, await next(rows))
  await users(db, at).update(person, {}, caller.id)
}

/** Locks a person, so that changes of their units are serialized. @throws Missing */
async function hold(db: Db, person: string): Promise<void> {
  const row = await db.selectFrom('sys_user').select('id').where('id', '=', person).where('del_flag', '=', 0).forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Missing('error.missing')
}
