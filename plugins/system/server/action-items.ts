import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { actionItemsOf, type ActionItemSource } from '#server/extensions/action-items.ts'
import type { Host } from '#server/host.ts'
import { signedIn } from '#server/http/access.ts'
import { administrationItemsPath, canAudit, canOrganisation } from '#plugins/system/permissions.ts'
import { unitsInScope } from './organisation/units.ts'

/** Departments with members but without an enabled head: flows that ask for the head find no assignee. */
const unitsWithoutHead: ActionItemSource = {
  id: 'unitsWithoutHead',
  area: 'administration',
  cn: '个有人员的部门没有可用的负责人',
  en: 'departments with people have no active head',
  enOne: 'department with people has no active head',
  path: '/system/org',
  needs: canOrganisation.view,
  async count({ db, caller, departments }) {
    const { count } = await db.selectFrom('sys_group').select((eb) => eb.fn.countAll<string>().as('count'))
      .where('sys_group.del_flag', '=', 0).where('sys_group.enable', '=', true)
      .where(unitsInScope(await departments(db, caller, 'org')))
      .where((eb) =>
        eb.exists(eb.selectFrom('sys_user_group').innerJoin('sys_user', 'sys_user.id', 'sys_user_group.user_id')
          .select('sys_user.id').whereRef('sys_user_group.group_id', '=', 'sys_group.id').where('sys_user.enable', '=', true)
          .where('sys_user.del_flag', '=', 0))
      )
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('sys_user as head').select('head.id').whereRef('head.id', '=', 'sys_group.head_user_id')
          .where('head.enable', '=', true).where('head.del_flag', '=', 0)))
      )
      .executeTakeFirstOrThrow()
    return Number(count)
  },
}

/** Kinds of synchronisation whose latest run failed or skipped rows. */
const failedSyncs: ActionItemSource = {
  id: 'failedSyncs',
  area: 'administration',
  isFailure: true,
  cn: '种数据的最近一次同步有失败',
  en: 'syncs failed at their latest run',
  enOne: 'sync failed at its latest run',
  path: '/system/sync-log?result=FAILURE',
  needs: canOrganisation.sync,
  async count({ db, caller, departments }) {
    if ((await departments(db, caller, 'syncLog')) !== 'all') return 0
    const latest = db.selectFrom('sync_log').select(['kind', 'result', 'failed']).distinctOn('kind').where('end_time', 'is not', null)
      .orderBy('kind').orderBy('end_time', 'desc')
    const { count } = await db.selectFrom(latest.as('latest')).select(sql<string>`count(*)`.as('count'))
      .where((eb) => eb.or([eb('latest.result', '=', 'FAILURE'), eb('latest.failed', '>', 0)])).executeTakeFirstOrThrow()
    return Number(count)
  },
}

/** Imports of the last seven days that failed or skipped rows. */
const failedImports: ActionItemSource = {
  id: 'failedImports',
  area: 'administration',
  cn: '次导入在最近 7 天有未写入的行',
  en: 'imports of the last 7 days left rows out',
  enOne: 'import of the last 7 days left rows out',
  path: '/system/audit',
  needs: canAudit.view,
  async count({ db, caller, at, departments }) {
    if ((await departments(db, caller, 'auditLog')) !== 'all') return 0
    const { count } = await db.selectFrom('import_run').select((eb) => eb.fn.countAll<string>().as('count'))
      .where('started', '>', new Date(at.getTime() - importDays * 86_400_000))
      .where((eb) => eb.or([eb('state', '=', 'failed'), sql<boolean>`coalesce((answer ->> 'failed')::int, 0) > 0`]))
      .executeTakeFirstOrThrow()
    return Number(count)
  },
}

/** Number of days for which failed imports are listed. */
const importDays = 7

export const administrationItems: readonly ActionItemSource[] = [failedSyncs, unitsWithoutHead, failedImports]

/** Route for the administrative action items of all modules, restricted to the caller's rights and data scope. */
export function administrationRoutes(app: FastifyInstance, { db, clock, departments, actionItems }: Host): void {
  app.get(administrationItemsPath, { config: { access: signedIn, resource: 'actionItems' } },
    ({ caller }) => actionItemsOf(actionItems, 'administration', { db, caller, at: clock.now(), departments }))
}
