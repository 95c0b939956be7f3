import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { canRate } from './permissions.ts'

const RatesPage = lazyPage(async () => (await import('./pages/RatesPage.tsx')).RatesPage)

export default defineBrowserPlugin({
  id: 'currencies',
  pages: [
    { path: '/exchange-management', title: { cn: '汇率管理', en: 'Exchange rates' }, component: RatesPage, needs: canRate.view },
  ],
})
