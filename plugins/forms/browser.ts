import { defineBrowserPlugin } from '#shell/browser-plugin.ts'

export default defineBrowserPlugin({
  id: 'forms',
  rowSummaries: [{ id: 'invoice', amount: 'invoiceAmount' }],
})
