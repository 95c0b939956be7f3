import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { dictionaries } from './dictionaries.ts'
import { areaDistance } from './distances/area-distance.ts'
import { can as canDistance } from './distances/permissions.ts'
import { driver } from './drivers/driver.ts'
import { can as canDriver, canKnowLicence } from './drivers/permissions.ts'
import { journeyRoles } from './journey-roles.ts'
import { journeyMessages } from './journeys/message-kinds.ts'
import { can as canJourney } from './journeys/permissions.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { travel, travelApplication } from './statistics/pages.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { businessTrip } from './types/businessTrip/index.ts'
import { dispatchCar } from './types/dispatchCar/index.ts'
import { taxiApply } from './types/taxiApply/index.ts'
import { travelReimbursement } from './types/travelReimbursement/index.ts'

const forms = [travelReimbursement, businessTrip, taxiApply, dispatchCar]

/** Trips with their claims, taxis and company cars; journeys created by them or entered manually; distances and drivers. */
export default definePlugin({
  id: 'travel',
  requires: ['budgets', 'cost-centres', 'currencies', 'documents', 'expense-types', 'finance', 'forms', 'masters', 'projects', 'statistics',
    'system'],
  permissions: [...rightsOfPages([travel, travelApplication]), ...Object.values(canJourney), ...Object.values(canDistance),
    ...Object.values(canDriver), ...Object.values(canKnowLicence), ...forms.flatMap(({ key }) => Object.values(formPermissions(key)))],
  resources: [areaDistance, driver],
  forms,
  formGroups: [{ id: 'travel', cn: '出行用车', en: 'Travel and cars', sort: 20 }],
  dictionaries,
  roles: [{ key: 'fleetManager', cn: '车队管理员', en: 'Fleet manager', sort: 43 }],
  fieldRoles: journeyRoles,
  linkAttributes: ['journeyJson', 'riskLevel'],
  opinionFacts: [{ key: 'actualEndTime', title: '还车时间', cn: '还车时间', en: 'Return time' }],
  messageKinds: journeyMessages,
  menus: [
    { id: 'my-trips', parent: 'cards-and-trips', cn: '我的行程', en: 'My trips', icon: 'environment', path: '/my-trips',
      buttons: [canJourney.view], sort: 20 },
    { id: 'distance-management', parent: 'finance', cn: '里程表', en: 'Distances', icon: 'swap', path: areaDistance.path,
      needs: canDistance.view, sort: 55 },
    { id: 'driver-management', parent: 'cards-and-trips', cn: '驾驶员', en: 'Drivers', icon: 'idcard', path: driver.path,
      needs: canDriver.view, sort: 25 },
    statisticsMenu(travel, 'transaction'),
    statisticsMenu(travelApplication, 'environment'),
  ],
  contributes: [statisticsPages.of(travel, travelApplication)],
  locales: { cn, en },
})
