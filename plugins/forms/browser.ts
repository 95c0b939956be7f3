import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'

export default defineBrowserPlugin({
  id: 'forms',
  rowSummaries: [{ id: 'invoice', amount: 'invoiceAmount' }, { id: 'way', ends: ['placeFrom', 'placeTo'] }],
  overview: [{ id: 'waiting-payments',
    component: lazyPage(async () => (await import('./pages/payments/WaitingPayments.tsx')).WaitingPayments) }],
})
