import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { businessCard } from './business-card.ts'
import { can } from './permissions.ts'

const CardsPage = lazyPage(async () => (await import('./pages/CardsPage.tsx')).CardsPage)

export default defineBrowserPlugin({
  id: 'cards',
  pages: [{ path: businessCard.path, title: { cn: '名片', en: 'Business cards' }, component: CardsPage, needs: can.view }],
})
