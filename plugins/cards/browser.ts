import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { can } from './permissions.ts'

const CardsPage = lazyPage(async () => (await import('./pages/CardsPage.tsx')).CardsPage)

export default defineBrowserPlugin({
  id: 'cards',
  pages: [{ path: '/card-management', title: { cn: '名片', en: 'Business cards' }, component: CardsPage, needs: can.view }],
})
