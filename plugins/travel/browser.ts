import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { statisticsRoute } from '#plugins/statistics/browser-api.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { addresses } from './statistics/addresses.ts'
import { can as canDriver } from './drivers/permissions.ts'

const MyTripsPage = lazyPage(async () => (await import('./pages/journeys/MyTripsPage.tsx')).MyTripsPage)
const TravelDetailPage = lazyPage(async () => (await import('./pages/journeys/TravelDetailPage.tsx')).TravelDetailPage)
const DriversPage = lazyPage(async () => (await import('./pages/drivers/DriversPage.tsx')).DriversPage)

export default defineBrowserPlugin({
  id: 'travel',
  pages: [
    { path: '/my-trips', title: { cn: '我的行程', en: 'My trips' }, component: MyTripsPage },
    { path: '/travel-detail', title: { cn: '行程详情', en: 'Trip details' }, component: TravelDetailPage },
    { path: '/driver-management', title: { cn: '驾驶员', en: 'Drivers' }, component: DriversPage, needs: canDriver.view },
    ...Object.values(addresses).map(statisticsRoute),
  ],
  rowSummaries: [{ id: 'way', ends: ['placeFrom', 'placeTo'] }],
  home: [
    { id: 'team-today', component: lazyPage(async () => (await import('./pages/journeys/team/TeamToday.tsx')).TeamToday),
      place: 'greeting' },
    { id: 'team-week', component: lazyPage(async () => (await import('./pages/journeys/team/TeamWeek.tsx')).TeamWeek), place: 'first',
      order: -1 },
  ],
})
