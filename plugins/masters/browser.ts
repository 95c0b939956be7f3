import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'

export default defineBrowserPlugin({
  id: 'masters',
  profile: [{ id: 'payees', title: { cn: '收款账户', en: 'Payee accounts' },
    component: lazyPage(async () => (await import('./pages/payees/PayeesSection.tsx')).PayeesSection) }],
})
