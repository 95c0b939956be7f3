import { billingDetails, demoSamples, personId } from '#plugins/demo/server/public-api.ts'
import { saveInvoiceTitles } from './titles/save-titles.ts'

/** The samples of the demo company: the billing details that invoices are checked against. */
export const samples = demoSamples.of({
  key: 'vouchers',
  sort: 170,
  records: (db, { at }) => saveInvoiceTitles(db, billingDetails, { by: personId('finance'), at }),
})
