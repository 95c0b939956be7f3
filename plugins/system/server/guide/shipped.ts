import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { type Chapter, chapters } from '#plugins/system/guide/chapters.ts'
import '../tables-texts.ts'

/** A shipped chapter with its texts. */
export interface ShippedChapter extends Chapter {
  readonly content: string
  readonly enContent: string
}

/** Reads a shipped chapter. @throws if its file is missing */
export async function shippedChapter(chapter: Chapter): Promise<ShippedChapter> {
  const [content, enContent] = await Promise.all(
    (['cn', 'en'] as const).map((locale) => readFile(new URL(`../../guide/${locale}/${chapter.key}.md`, import.meta.url), 'utf8')),
  )
  return { ...chapter, content: content?.trim() ?? '', enContent: enContent?.trim() ?? '' }
}

/** Upserts the shipped chapters; edited texts are kept. Idempotent and safe for concurrent instances. */
export async function seedGuide(db: Db): Promise<void> {
  const shipped = await Promise.all(chapters.map(shippedChapter))
  await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(4201909)`.execute(tx)
    for (const [sort, { key, parent = null, cn, en, pages = [], content, enContent }] of shipped.entries()) {
      const texts = { title: cn, en_title: en, content, en_content: enContent }
      await tx.insertInto('guide_chapter').values({ key, parent, sort, pages: [...pages], ...texts })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((eb) => ({ parent, sort, pages: [...pages], del_flag: 0,
            ...unlessEdited(eb.ref('guide_chapter.edited'), texts) })
          )
        )
        .execute()
    }
    await tx.updateTable('guide_chapter').set({ del_flag: 1 }).where('key', 'not in', shipped.map(({ key }) => key)).execute()
  })
}

/** Column values: the shipped text, or the stored one if the chapter was edited. */
function unlessEdited(edited: unknown, texts: Readonly<Record<'title' | 'en_title' | 'content' | 'en_content', string>>) {
  const kept = (column: keyof typeof texts) =>
    sql<string>`case when ${edited} then ${sql.ref(`guide_chapter.${column}`)} else ${texts[column]} end`
  return { title: kept('title'), en_title: kept('en_title'), content: kept('content'), en_content: kept('en_content') }
}
