import { createHash } from 'node:crypto'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import { starterOf } from './starter/starter.ts'
import { templates } from './versions.ts'

interface Starters {
  readonly host: Pick<Host, 'plugins'>
  readonly by: string
  readonly at: Date
}

/** Saves the starter templates of these forms in both languages, for a new company; unknown forms are skipped. */
export async function saveStarters(db: Db, types: readonly string[], { host, by, at }: Starters): Promise<void> {
  const forms = host.plugins.flatMap((plugin) => plugin.forms).filter(({ key, print }) => types.includes(key) && print !== false)
  for (const form of forms) {
    for (const language of ['cn', 'en'] as const) {
      const content = await starterOf(form, language)
      const named = { name: form[language], businessType: form.key, company: null, language }
      await templates(db).add(named, { fileName: `${form[language]}.docx`, content,
        sha256: createHash('sha256').update(content).digest('hex') }, { caller: { id: by }, at })
    }
  }
}
