import { statisticsRoute } from '#plugins/statistics/browser-api.ts'
import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { addresses } from './statistics/addresses.ts'

export default defineBrowserPlugin({ id: 'expenses', pages: Object.values(addresses).map(statisticsRoute) })
