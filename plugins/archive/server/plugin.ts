import { type DataAudit, defineServer } from '#server/plugin.ts'
import { storageOf } from '#server/attachments/storage/storage.ts'
import { buildArchives } from './job.ts'
import { migrations } from './migrations.ts'
import { archiveRoutes } from './packages.ts'
import './tables.ts'

/** Audit that reports packages whose zip is missing or has another size, and breaks in the hash chain. */
const sealAudit: DataAudit = {
  name: 'archives',
  async run(db, { env }) {
    const seals = await db.selectFrom('archive_seal').selectAll().orderBy('company').orderBy('number').execute()
    const storage = storageOf(env)
    const mismatches: string[] = []
    for (const [index, { company, number, previous_sha256: previous, path, size }] of seals.entries()) {
      const before = seals[index - 1]
      const expected = before?.company === company ? before.manifest_sha256 : null
      if (previous !== expected) mismatches.push(`archive ${company} ${number} does not name the package before it`)
      const found = await storage.size(path)
      if (found !== Number(size))
        mismatches.push(
          `archive ${company} ${number}: ${path} ${found === undefined ? 'is missing' : `has ${found} bytes instead of ${size}`}`,
        )
    }
    return { checked: seals.length, mismatches }
  },
}

export default defineServer({
  id: 'archive',
  callNames: { subjects: { archive: { cn: '会计归档', en: 'Accounting archive' } },
    operations: { '/oaserver/archive': { cn: '生成归档包', en: 'Create a package' } } },
  migrations,
  routes: archiveRoutes,
  jobs: [buildArchives],
  audits: [sealAudit],
})
