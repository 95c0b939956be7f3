import { defineServer } from '#server/plugin.ts'
import { buildArchives } from './job.ts'
import { migrations } from './migrations.ts'
import { archiveRoutes } from './routes.ts'
import { sealAudit } from './seal-audit.ts'

export default defineServer({
  id: 'archive',
  callNames: { subjects: { archive: { cn: '会计归档', en: 'Accounting archive' } },
    operations: { '/oaserver/archive': { cn: '生成归档包', en: 'Create a package' } } },
  migrations,
  routes: archiveRoutes,
  jobs: [buildArchives],
  audits: [sealAudit],
})
