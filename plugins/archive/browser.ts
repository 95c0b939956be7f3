import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { can } from './permissions.ts'

export default defineBrowserPlugin({
  id: 'archive',
  pages: [{ path: '/accounting-archive', title: { cn: '会计归档', en: 'Accounting archive' }, needs: can.view,
    component: lazyPage(async () => (await import('./pages/ArchivePage.tsx')).ArchivePage) }],
})
