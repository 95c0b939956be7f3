import { defineServer } from '#server/plugin.ts'
import { personnelSource } from '#server/directory/synchronise.ts'
import { administrationItems, administrationRoutes } from './action-items.ts'
import { systemCallNames } from './call-names.ts'
import { auditRoutes } from './audit/routes.ts'
import { guideRoutes, seedGuide } from './guide/guide.ts'
import { syncLogRoutes } from './sync-log/routes.ts'
import { updateLogRoutes } from './update-log/update-log.ts'
import { areaSource } from './areas/areas.ts'
import { riskRules } from './areas/risk-areas.ts'
import { areaRoutes } from './areas/routes.ts'
import { dictionaryItemRules, dictionaryRoutes, dictionaryTypeRules } from './dictionaries/dictionaries.ts'
import { bookRoutes } from './address-book/routes.ts'
import { menuRoutes } from './menus/menus.ts'
import { organisationUsages } from './organisation/usages.ts'
import { organisationRoutes } from './organisation/routes.ts'
import { organisationScope } from './organisation/units.ts'
import { calendarReminder, missingCalendars } from './workdays/next-calendar.ts'
import { workdayRoutes } from './workdays/routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { accountScope } from './users/guards.ts'
import { terminalRoutes } from './terminals/routes.ts'
import { listMigrations } from './migrations-lists.ts'
import { textMigrations } from './migrations-texts.ts'
import './tables.ts'

export default defineServer({
  id: 'system',
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
  recordsAmong: (plugins) => ({ dictType: dictionaryTypeRules(plugins), dictData: dictionaryItemRules(plugins) }),
})
