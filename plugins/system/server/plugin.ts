import type { FastifyInstance } from 'fastify'
import { defineServer } from '#server/plugin.ts'
import { personnelSource } from '#server/directory/synchronise.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { workingDaysLeft } from '#kernel/values/working-time.ts'
import { administrationItems, administrationRoutes } from './action-items.ts'
import { systemCallNames } from './call-names.ts'
import { auditRoutes } from './audit/routes.ts'
import { guideRoutes, seedGuide } from './guide/guide.ts'
import { syncLogRoutes } from './sync-log/routes.ts'
import { updateLogRoutes } from './update-log/update-log.ts'
import { areaSource, areas } from './areas/areas.ts'
import { riskRules, riskAreas } from './areas/risk-areas.ts'
import { dictionaryItemRules, dictionaryRoutes, dictionaryTypeRules } from './dictionaries/dictionaries.ts'
import { bookRoutes } from './address-book/routes.ts'
import { menuRoutes } from './menus/menus.ts'
import { organisationUsages } from './organisation/usages.ts'
import { organisationRoutes } from './organisation/routes.ts'
import { organisationScope } from './organisation/units.ts'
import { calendarReminder, missingCalendars } from './workdays/next-calendar.ts'
import { peopleRoutes } from './people-routes.ts'
import { accountScope } from './users/guards.ts'
import { terminalRoutes } from './terminals/routes.ts'
import { listMigrations } from './migrations-lists.ts'
import { textMigrations } from './migrations-texts.ts'
import './tables.ts'
import { samples } from './samples.ts'

export default defineServer({
  id: 'system',
  contributes: [samples],
  callNames: systemCallNames,
  migrations: [...listMigrations, ...textMigrations],
  start: ({ db }) => seedGuide(db),
  routes(app, host) {
    dictionaryRoutes(app, host)
    areaRoutes(app, host)
    auditRoutes(app, host)
    terminalRoutes(app, host)
    peopleRoutes(app, host)
    organisationRoutes(app, host)
    menuRoutes(app, host)
    bookRoutes(app, host)
    updateLogRoutes(app, host)
    guideRoutes(app, host)
    syncLogRoutes(app, host)
    workdayRoutes(app, host)
    administrationRoutes(app, host)
  },
  syncSources: [personnelSource],
  actionItems: [...administrationItems, missingCalendars],
  jobs: [calendarReminder],
  rowScopes: { user: accountScope, org: organisationScope },
  usages: organisationUsages,
  records: { risk: riskRules },
  references: { cascader: areaSource },
  recordsAmong: (plugins, servers) => ({
    dictType: dictionaryTypeRules(plugins, servers.flatMap(({ nameUses }) => nameUses ?? [])),
    dictData: dictionaryItemRules(plugins),
  }),
})

/** Calls for areas, countries, regions, areas at risk today and plants; for all signed-in users. */
function areaRoutes(app: FastifyInstance, { db, clock }: Host): void {
  const config = { access: signedIn, resource: 'area' } as const
  app.get('/public/area/json', { config }, () => areas(db).tree())
  app.get('/public/area/countries', { config }, () => areas(db).countries())
  app.get('/public/regions/list', { config }, () => areas(db).regions())
  app.get('/public/area/riskLevel', { config }, () => riskAreas(db, todayOf(clock.now())))
  app.get('/public/factory/factorys', { config: { access: signedIn, resource: 'factory' } }, async () => {
    const rows = await db.selectFrom('factory').select(['code', 'name_cn', 'name_en', 'enterprise_id']).where('del_flag', '=', 0).where(
      'enable',
      '=',
      true,
    ).orderBy('code')
      .execute()
    return rows.map((row) => ({ code: row.code, name: row.name_cn, nameEn: row.name_en, enterpriseId: row.enterprise_id }))
  })
}

/** Call for the number of working days left in the month, including today. */
function workdayRoutes(app: FastifyInstance, { db, clock, calendar }: Pick<Host, 'db' | 'clock' | 'calendar'>): void {
  app.get('/system/workday/left', { config: { access: signedIn, resource: 'holiday' } },
    async () => workingDaysLeft(todayOf(clock.now()), await calendar(db)))
}
