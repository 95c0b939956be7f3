import { defineServer } from '#server/plugin.ts'
import { statisticsPages } from '../statistics/index.ts'
import { scopeName } from './asked.ts'
import { migrations } from './migrations.ts'
import { factsOfDocuments } from './recording.ts'
import { factAudit, recountJob } from './recount.ts'
import { statisticsRoutes } from './routes.ts'
import { pageScope } from './row-scope.ts'

export default defineServer({
  id: 'statistics',
  migrations,
  callNames: { subjects: Object.fromEntries(statisticsPages.map((page) => [scopeName(page), { cn: page.cn, en: page.en }])) },
  routes: statisticsRoutes(statisticsPages),
  rowScopes: Object.fromEntries(statisticsPages.map((page) => [scopeName(page), pageScope(page)])),
  extensions: [factsOfDocuments(statisticsPages)],
  jobs: [recountJob(statisticsPages)],
  audits: [factAudit(statisticsPages)],
})
