import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { designedStatisticsRoute } from '#plugins/statistics/browser-api.ts'
import { designKey, statisticsPath } from './wire.ts'
import { can } from './permissions.ts'

export default defineBrowserPlugin({
  id: 'designer',
  pages: [
    { path: '/dynamic-form-designer', title: { cn: '动态表单设计', en: 'Form designer' }, needs: can.view, isWide: true,
      component: lazyPage(async () => (await import('./pages/DesignsPage.tsx')).DesignsPage) },
    { path: '/register-designer', title: { cn: '登记簿设计', en: 'Register designer' }, needs: can.view, isWide: true,
      component: lazyPage(async () => (await import('./pages/registers/RegistersPage.tsx')).RegistersPage) },
    designedStatisticsRoute({ path: statisticsPath(':page'), title: { cn: '表单统计', en: 'Form statistics' }, keyOf: designKey }),
    { path: '/register-record', title: { cn: '登记簿记录', en: 'Record of a register' },
      component: lazyPage(async () => (await import('./pages/registers/RecordPage.tsx')).RecordPage) },
  ],
})
