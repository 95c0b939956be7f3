import { anyOf } from '#kernel/permissions.ts'
import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'

const AnalysisPage = lazyPage(async () => (await import('./pages/AnalysisPage.tsx')).AnalysisPage)

export default defineBrowserPlugin({
  id: 'statistics',
  pages: [
    { path: '/statistics-analysis', title: { cn: '统计总览', en: 'Statistics overview' }, component: AnalysisPage, needs: anyOf('stat') },
  ],
})
