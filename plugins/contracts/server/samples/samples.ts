import { demoSamples, personId } from '#plugins/demo/server/public-api.ts'
import { contractStories } from './documents.ts'
import { saveOlderContracts } from './ledger.ts'

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'contracts.ledger',
  sort: 70,
  records: (db, { day, at }) => saveOlderContracts(db, day, { by: personId('sunyue'), at }),
}, {
  key: 'contracts.documents',
  sort: 350,
  stories: ({ db, anchor }) => contractStories(db, anchor),
})
