import { canDesign } from '#kernel/flow/design.ts'
import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { can } from './permissions.ts'

export default defineBrowserPlugin({
  id: 'flows',
  documentLinks: [{ id: 'simulate', title: { cn: '模拟流程、存为情景', en: 'Simulate its flow, save as a scenario' }, needs: can.admin,
    to: ({ businessType, procInstId }) => `/approval-config?${new URLSearchParams({ id: businessType, simulate: procInstId })}` }],
  pages: [
    { path: '/approval-process', title: { cn: '审批流程', en: 'Approval flows' }, needs: can.admin,
      component: lazyPage(async () => (await import('./pages/FlowsPage.tsx')).FlowsPage) },
    { path: '/approval-config', title: { cn: '审批配置', en: 'Flow designer' }, needs: can.admin, isWide: true,
      component: lazyPage(async () => (await import('./pages/designer/DesignerPage.tsx')).DesignerPage) },
    { path: '/approval-add', title: { cn: '新建流程草稿', en: 'New draft of a flow' }, needs: canDesign.edit,
      component: lazyPage(async () => (await import('./pages/designer/AddPage.tsx')).AddPage) },
    { path: '/approval-publish', title: { cn: '流程生效', en: 'Publish a flow' }, needs: canDesign.publish,
      component: lazyPage(async () => (await import('./pages/designer/publishing/PublishPage.tsx')).PublishPage) },
    { path: '/approval-what-if', title: { cn: '假如用在过去', en: 'What if' }, needs: can.admin,
      component: lazyPage(async () => (await import('./pages/designer/trying/WhatIfPage.tsx')).WhatIfPage) },
    { path: '/approval-manage', title: { cn: '审批台', en: 'Approval desk' }, needs: can.admin,
      component: lazyPage(async () => (await import('./pages/desk/DeskPage.tsx')).DeskPage) },
    { path: '/workflow-config', title: { cn: '流程配置', en: 'Approval settings' }, needs: can.admin,
      component: lazyPage(async () => (await import('./pages/settings/SettingsPage.tsx')).SettingsPage) },
    // Without a permission: people who proposed something find their own proposals there.
    { path: '/interventions', title: { cn: '流程干预', en: 'Interventions' },
      component: lazyPage(async () => (await import('./pages/interventions/InterventionsPage.tsx')).InterventionsPage),
      counts: '/workflow/intervention/count' },
  ],
})
