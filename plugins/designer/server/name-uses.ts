import './tables.ts'
import './registers/tables.ts'
import { sql } from 'kysely'
import type { Label } from '#kernel/wording/label.ts'
import type { Db } from '#server/database/tables.ts'
import { type NameUses, usesName } from '#server/extensions/name-uses.ts'

/** A design of which the version in force (`isInForce`) or only the draft matches. */
interface MatchedDesign {
  readonly cn: string
  readonly en: string
  readonly page: string
  readonly isInForce: boolean
}

const tables = { form: 'form_design', register: 'register_design' } as const

/** The designs whose draft or version in force matches; the database narrows them by the text. */
export async function matchingDesigns(db: Db, of: keyof typeof tables, text: string,
  matches: (content: unknown) => boolean): Promise<readonly MatchedDesign[]> {
  const table = tables[of]
  const like = `%${JSON.stringify(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<{ cn: string; en: string; page: string; draft: unknown; in_force: unknown }>`
    select design.name_cn as cn, design.name_en as en, ${sql.ref(of === 'form' ? 'design.url_page' : 'design.page')} as page,
      design.content as draft, version.content as in_force
    from ${sql.table(table)} design
    left join ${sql.table(`${table}_version`)} version on version.design = design.id and version.version = design.version
    where design.removed_at is null and (design.content::text like ${like} or version.content::text like ${like})
    order by design.id`.execute(db)
  return rows.flatMap(({ cn, en, page, draft, in_force: inForce }) => {
    const isInForce = matches(inForce)
    return isInForce || matches(draft) ? [{ cn, en, page, isInForce }] : []
  })
}

/** The name of a design, which says whether only its draft is meant. */
export const designLabel = ({ cn, en, isInForce }: MatchedDesign): Label =>
  isInForce ? { cn, en } : { cn: `${cn}（草稿）`, en: `${en} (draft)` }

/** The forms, additions and registers of the company that use a dictionary or role. */
export const designNameUses: NameUses = async (db, name) => {
  const matches = (content: unknown) => usesName(content, name)
  return [...await matchingDesigns(db, 'form', name.key, matches), ...await matchingDesigns(db, 'register', name.key, matches)].map(
    designLabel,
  )
}
