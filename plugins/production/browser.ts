import { statisticsRoute } from '#plugins/statistics/browser-api.ts'
import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { addresses } from './statistics/addresses.ts'

const ForecastOffers = lazyPage(async () => (await import('./pages/ForecastOffers.tsx')).ForecastOffers)

export default defineBrowserPlugin({
  id: 'production',
  pages: Object.values(addresses).map(statisticsRoute),
  formOffers: [{ id: 'forecast', forms: ['salesForecastingMonthStart', 'salesForecastingMonthMid'], component: ForecastOffers }],
})
