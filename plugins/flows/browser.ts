import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { can } from './permissions.ts'

export default defineBrowserPlugin({
  id: 'flows',
  pages: [{ path: '/approval-process', title: { cn: '审批流程', en: 'Approval flows' }, needs: can.admin,
    component: lazyPage(async () => (await import('./pages/FlowsPage.tsx')).FlowsPage) }],
})
