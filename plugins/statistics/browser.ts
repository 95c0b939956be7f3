import { anyOf } from '#kernel/permissions.ts'
import { statisticsPermissions } from '#kernel/statistics.ts'
import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { addresses } from './statistics/addresses.ts'

const StatisticsPage = lazyPage(async () => (await import('./pages/StatisticsPage.tsx')).StatisticsPage)
const AnalysisPage = lazyPage(async () => (await import('./pages/AnalysisPage.tsx')).AnalysisPage)

const ContractFigures = lazyPage(async () => (await import('./pages/ContractFigures.tsx')).ContractFigures)

export default defineBrowserPlugin({
  id: 'statistics',
  pages: [
    { path: '/statistics-analysis', title: { cn: '统计总览', en: 'Statistics overview' }, component: AnalysisPage, needs: anyOf('stat') },
    ...Object.values(addresses).map(({ key, path, cn, en }) => ({ path, title: { cn, en }, component: StatisticsPage,
      needs: statisticsPermissions(key).view })
    ),
  ],
  listSections: [{ id: 'contract-figures', resource: 'contract', component: ContractFigures,
    needs: statisticsPermissions('contractLedger').view }],
})
