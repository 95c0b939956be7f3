import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'

export default defineBrowserPlugin({
  id: 'payments',
  overview: [{ id: 'waiting-payments', component: lazyPage(async () => (await import('./pages/WaitingPayments.tsx')).WaitingPayments) }],
})
