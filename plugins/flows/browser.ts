import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { can, canIntervention } from './permissions.ts'

export default defineBrowserPlugin({
  id: 'flows',
  pages: [{ path: '/approval-process', title: { cn: '审批流程', en: 'Approval flows' }, needs: can.admin,
    component: lazyPage(async () => (await import('./pages/FlowsPage.tsx')).FlowsPage) }, { path: '/interventions',
    title: { cn: '流程干预', en: 'Interventions' }, needs: canIntervention.confirm,
    component: lazyPage(async () => (await import('./pages/interventions/InterventionsPage.tsx')).InterventionsPage),
    counts: '/workflow/intervention/count' }],
})
