import { sql } from 'kysely'
import { containing, containingEither } from '#server/identity/organisation/search-text.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { subjectFor } from './rows.ts'
import { hasSubject, othersReadable, type DocumentReader, readable, readerOf } from '../visibility/scope.ts'
import { detailRoute, stateCodes } from '../wire.ts'

/** Number of the newest documents per kind of access that a search reads at most. */
const newest = 5_000

/**
 * The latest readable documents whose number, title or subject (in either language, pinyin or initials) contains the keyword: among the
 * newest that the caller filed, had a task or copy of, or may see by permission. A complete number finds its document regardless of age.
 */
export async function found({ host, db, caller }: CommandContext, keyword: string, size: number) {
  const reader = await readerOf(host, db, caller)
  const like = containing(keyword)
  const either = containingEither(keyword)
  const rows = await db.selectFrom('document')
    .select(['id', 'number', 'type', 'title', 'title_en', 'subject', 'subject_en', 'starter', 'applicant', 'state', 'amount'])
    .where((eb) =>
      eb.or([
        eb.and([eb('number', '=', keyword.trim().toUpperCase()), readable(reader)(eb)]),
        sql<boolean>`document.id in (${
          inScope(db, reader)
        }) and (document.number ilike ${like} or document.title ilike any(${either}::text[])
          or document.title_en ilike any(${either}::text[]) or document.pinyin like any(${either}::text[]) or ${
          hasSubject(either, reader)
        })`,
      ])
    )
    .orderBy('started_at', 'desc').orderBy('id').limit(size)
    .execute()
  return rows.map(({ id, number, type, title, title_en: titleEn, state, amount, ...row }) => {
    const { cn, en } = host.forms.get(type) ?? { cn: type, en: type }
    return { procInstId: id, businessNo: number, businessType: type, routeName: detailRoute(type), processName: cn, processNameEn: en,
      title, titleEn, ...subjectFor({ host, caller }, { ...row, type }), state: stateCodes[state], amount }
  })
}

/** Reads each kind of access by its own index, newest first. */
function inScope(db: CommandContext['db'], reader: DocumentReader) {
  const filed = db.selectFrom('document as own').select('own.id').where('own.starter', '=', reader.id).orderBy('own.started_at', 'desc')
    .limit(newest)
  const handled = db.selectFrom('task').select('task.document as id').where('task.assignee', '=', reader.id).orderBy('task.arrived_at',
    'desc').limit(newest)
  const copied = db.selectFrom('cc').select('cc.document as id').where('cc.person', '=', reader.id).orderBy('cc.added_at', 'desc').limit(
    newest,
  )
  const others = db.selectFrom('document').select('document.id').where(othersReadable(reader)).orderBy('document.started_at', 'desc').limit(
    newest,
  )
  return sql`(${filed}) union (${handled}) union (${copied}) union (${others})`
}
