import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'

export default defineBrowserPlugin({
  id: 'vouchers',
  pages: [{ path: '/my-invoices', title: { cn: '我的发票', en: 'My invoices' },
    component: lazyPage(async () => (await import('./pages/pool/MyInvoicesPage.tsx')).MyInvoicesPage) }],
  documentFigures: [{ id: 'invoice-check',
    component: lazyPage(async () => (await import('./pages/check/DocumentCheck.tsx')).DocumentCheck) }],
  fileSections: [{ id: 'invoice-check', component: lazyPage(async () => (await import('./pages/check/FileCheck.tsx')).FileCheck) }],
  rowSources: [{ id: 'invoice-drop', of: 'invoiceNumber',
    component: lazyPage(async () => (await import('./pages/drop/DropZone.tsx')).DropZone) }],
  cellOffers: [{ id: 'invoice-sharing', of: 'invoiceNumber',
    component: lazyPage(async () => (await import('./pages/sharing/OtherRowsInvoice.tsx')).OtherRowsInvoice) }],
})
