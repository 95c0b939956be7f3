import { canPosting } from '#kernel/postings.ts'
import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'

const InterfacesPage = lazyPage(async () => (await import('./pages/InterfacesPage.tsx')).InterfacesPage)

export default defineBrowserPlugin({
  id: 'sap',
  pages: [{ path: '/sap-interfaces', title: { cn: 'SAP接口', en: 'SAP interfaces' }, component: InterfacesPage, needs: canPosting.view }],
})
