import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { can } from './permissions.ts'

const TemplatesPage = lazyPage(async () => (await import('./pages/TemplatesPage.tsx')).TemplatesPage)

export default defineBrowserPlugin({
  id: 'templates',
  pages: [
    { path: '/template-manage', title: { cn: '模板管理', en: 'Templates' }, component: TemplatesPage, needs: can.view },
    { path: '/system/template', title: { cn: '模板管理', en: 'Templates' }, component: TemplatesPage, needs: can.view },
  ],
})
