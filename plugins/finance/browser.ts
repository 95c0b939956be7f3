import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { anyFinance, canParameter } from './permissions.ts'

const FinancePage = lazyPage(async () => (await import('./pages/FinancePage.tsx')).FinancePage)
const ParametersPage = lazyPage(async () => (await import('./pages/parameters/ParametersPage.tsx')).ParametersPage)

export default defineBrowserPlugin({
  id: 'finance',
  pages: [
    { path: '/financial-management', title: { cn: '财务总览', en: 'Finance overview' }, component: FinancePage, needs: anyFinance },
    { path: '/finance-parameters', title: { cn: '标准与参数', en: 'Standards and limits' }, component: ParametersPage,
      needs: canParameter.view },
  ],
})
