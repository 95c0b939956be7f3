import { demoSamples, personId } from '#plugins/demo/server/public-api.ts'
import { saveStarters } from './starter/starter.ts'

/** Forms printed by company-specific templates. */
const printedByTemplate = ['assetsAcceptance', 'ecnReviewForm', 'sampleReview', 'newSuppliers', 'disbursement']

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'templates',
  sort: 200,
  records: (db, { host, at }) => saveStarters(db, printedByTemplate, { host, by: personId('admin'), at }),
})
