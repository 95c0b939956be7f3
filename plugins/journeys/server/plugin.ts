import { defineServer } from '#server/plugin.ts'
import { journeysOfDocuments } from './extension.ts'
import { journeyReminders, journeyRisks } from './jobs.ts'
import { migrations } from './migrations.ts'
import { routes } from './routes.ts'
import { journeyScope } from './row-scope.ts'

export default defineServer({
  id: 'journeys',
  callNames: { subjects: { journey: { cn: '行程', en: 'Trip' } } },
  migrations,
  routes,
  extensions: [journeysOfDocuments],
  jobs: [journeyReminders, journeyRisks],
  rowScopes: { journey: journeyScope },
})
