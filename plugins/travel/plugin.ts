import { formPermissions } from '#kernel/form.ts'
import { type DeclaredFieldRole, definePlugin } from '#kernel/plugin.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from '#plugins/statistics/extension-points.ts'
import { dictionaries } from './dictionaries.ts'
import { areaDistance, can as canDistance } from './distances/area-distance.ts'
import { driver } from './drivers/driver.ts'
import { can as canDriver, canKnowLicence } from './drivers/permissions.ts'
import { journeyMessages } from './journeys/message-kinds.ts'
import { can as canJourney } from './journeys/permissions.ts'
import { travel, travelApplication } from './statistics/pages.ts'
import { cn, en } from './texts.ts'
import { businessTrip } from './types/businessTrip/index.ts'
import { dispatchCar } from './types/dispatchCar/index.ts'
import { taxiApply } from './types/taxiApply/index.ts'
import { travelReimbursement } from './types/travelReimbursement/index.ts'

declare module '#kernel/fields/definition.ts' {
  interface FieldRoles {
    /** Traveller of a journey, or the guests of a stay. */
    traveller: true
    /** Origin and destination; a table with `placeFrom` and `timeFrom` is an itinerary. */
    placeFrom: true
    placeTo: true
    timeFrom: true
    timeTo: true
    travelClass: true
    /** Fee for a refund or change. */
    changeFee: true
    /** Place and days of a stay. */
    place: true
    dayFrom: true
    dayTo: true
  }
}

/** Field roles of rows with a journey or a stay. */
const journeyRoles: readonly DeclaredFieldRole[] = [
  { role: 'traveller', kinds: ['person', 'people'], inRows: true },
  { role: 'placeFrom', kinds: ['cascader'], inRows: true },
  { role: 'placeTo', kinds: ['cascader'], inRows: true },
  { role: 'timeFrom', kinds: ['datetime'], inRows: true },
  { role: 'timeTo', kinds: ['datetime'], inRows: true },
  { role: 'travelClass', kinds: ['select'], inRows: true },
  { role: 'changeFee', kinds: ['money'], inRows: true },
  { role: 'place', kinds: ['cascader'], inRows: true },
  { role: 'dayFrom', kinds: ['date'], inRows: true },
  { role: 'dayTo', kinds: ['date'], inRows: true },
]

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
