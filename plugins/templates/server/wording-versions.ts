import { Missing } from '#kernel/errors.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { MessageWords, WordingVersion } from '../wire.ts'
import './tables.ts'

export interface VersionAuthor {
  readonly by: string
  readonly at: Date
  /** Number of the restored version. */
  readonly restoredFrom?: number | null
}

const noWords = { title: null, enTitle: null, content: null, enContent: null }

/** Version history of wordings by kind of message. */
export const wordingVersions = (db: Db) => ({
  async add(kind: string, words: MessageWords | null, { by, at, restoredFrom = null }: VersionAuthor): Promise<void> {
    const { last } = await db.selectFrom('message_wording_version').select(({ fn }) => fn.max('number').as('last')).where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    const { title, enTitle, content, enContent } = words ?? noWords
    await db.insertInto('message_wording_version').values({ kind, number: (last ?? 0) + 1, title, en_title: enTitle, content,
      en_content: enContent, changed_by: by, changed_at: at, restored_from: restoredFrom }).execute()
  },

  /** @throws Missing */
  async one(kind: string, number: number): Promise<WordingVersion> {
    const row = await found(db, kind).where('number', '=', number).executeTakeFirst()
    if (!row) throw new Missing('templates.noVersion')
    return versionOf(row)
  },

  /** Versions, newest first; at most 200. */
  async history(kind: string): Promise<readonly WordingVersion[]> {
    return (await found(db, kind).orderBy('number', 'desc').limit(200).execute()).map(versionOf)
  },

  async counts(): Promise<ReadonlyMap<string, number>> {
    const rows = await db.selectFrom('message_wording_version').select(['kind']).select(({ fn }) => fn.countAll<string>().as('count'))
      .groupBy('kind').execute()
    return new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
  },
})

const found = (db: Db, kind: string) =>
  db.selectFrom('message_wording_version as version').leftJoin('sys_user', 'sys_user.id', 'version.changed_by').selectAll('version').select(
    'sys_user.name',
  ).where('kind', '=', kind)

type WordingVersionRow = Awaited<ReturnType<ReturnType<typeof found>['execute']>>[number]

function versionOf(
  { number, title, en_title: enTitle, content, en_content: enContent, changed_by: by, changed_at: at, restored_from: restoredFrom, name }:
    WordingVersionRow,
): WordingVersion {
  const words = title === null || enTitle === null || content === null || enContent === null ? null : { title, enTitle, content, enContent }
  return { number, words, changedBy: name ?? by, changeTime: nowOf(at), restoredFrom }
}
