import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'

const MyTripsPage = lazyPage(async () => (await import('./pages/MyTripsPage.tsx')).MyTripsPage)
const TravelDetailPage = lazyPage(async () => (await import('./pages/TravelDetailPage.tsx')).TravelDetailPage)

export default defineBrowserPlugin({
  id: 'journeys',
  pages: [
    { path: '/my-trips', title: { cn: '我的行程', en: 'My trips' }, component: MyTripsPage },
    { path: '/travel-detail', title: { cn: '行程详情', en: 'Trip details' }, component: TravelDetailPage },
  ],
  home: [
    { id: 'team-today', component: lazyPage(async () => (await import('./pages/team/TeamToday.tsx')).TeamToday), place: 'greeting' },
    { id: 'team-week', component: lazyPage(async () => (await import('./pages/team/TeamWeek.tsx')).TeamWeek), place: 'first', order: -1 },
  ],
})
