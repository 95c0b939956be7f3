import { Missing, type FieldProblem, Refused, StateMoved } from '#kernel/errors.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Plugin } from '#kernel/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { shippedWordings, type Wording } from '#server/messages/rows.ts'
import type { MessageWording, MessageWords } from '../wire.ts'
import { wordingVersions, type VersionAuthor } from './wording-versions.ts'

export interface OwnWording {
  readonly kind: string
  readonly title: string
  readonly enTitle: string
  readonly content: string
  readonly enContent: string
}

/** Repository of message wordings: shipped ones, overridden by the company's own. */
export const wordings = (db: Db, plugins: readonly Pick<Plugin, 'messageKinds'>[]) => ({
  async all(): Promise<readonly MessageWording[]> {
    const rows = await db.selectFrom('message_wording').leftJoin('sys_user', 'sys_user.id', 'message_wording.changed_by').selectAll(
      'message_wording',
    ).select('sys_user.name')
      .execute()
    const own = new Map(rows.map((row) => [row.kind, row]))
    const counts = await wordingVersions(db).counts()
    return shippedWordings(plugins).map((shipped) => {
      const row = own.get(shipped.kind)
      return { kind: shipped.kind, shipped: flat(shipped), blanks: blanksOf(shipped), versions: counts.get(shipped.kind) ?? 0,
        revision: row?.revision ?? 0, changedBy: row ? (row.name ?? row.changed_by) : null, changeTime: row ? nowOf(row.changed_at) : null,
        own: row ? { title: row.title, enTitle: row.en_title, content: row.content, enContent: row.en_content } : null }
    })
  },

  /** Saves a wording. @throws Refused for an unknown blank, StateMoved if the revision is stale */
  async put({ kind, title, enTitle, content, enContent }: OwnWording,
    { revision, restoredFrom = null, by, at }: VersionAuthor & { readonly revision: number }): Promise<void> {
    const shipped = shippedOf(plugins, kind)
    const problems = [...titleProblems({ title, enTitle }), ...contentProblems({ content, enContent }, blanksOf(shipped))]
    if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
    const row = { title, en_title: enTitle, content, en_content: enContent, changed_by: by, changed_at: at, revision: revision + 1 }
    const written = await db.insertInto('message_wording').values({ kind, ...row }).onConflict((conflict) =>
      conflict.column('kind').doUpdateSet(row).where('message_wording.revision', '=', revision)
    )
      .executeTakeFirst()
    if (written.numInsertedOrUpdatedRows === 0n) throw new StateMoved(undefined, 'error.recordChanged')
    await wordingVersions(db).add(kind, { title, enTitle, content, enContent }, { restoredFrom, by, at })
  },

  /** Resets the wording to the shipped one. @throws Missing if it was not overridden */
  async remove(kind: string, { restoredFrom = null, by, at }: VersionAuthor): Promise<void> {
    const { numDeletedRows } = await db.deleteFrom('message_wording').where('kind', '=', kind).executeTakeFirst()
    if (numDeletedRows === 0n) throw new Missing('error.missing')
    await wordingVersions(db).add(kind, null, { restoredFrom, by, at })
  },

  /** Restores an earlier version as a new one; validated again, since the kind may have lost a blank. @throws as `put` */
  async restore(kind: string, number: number,
    writing: Omit<VersionAuthor, 'restoredFrom'> & { readonly revision: number }): Promise<MessageWords | null> {
    const { words } = await wordingVersions(db).one(kind, number)
    await (words
      ? this.put({ kind, ...words }, { ...writing, restoredFrom: number })
      : this.remove(kind, { ...writing, restoredFrom: number }))
    return words
  },
})

const flat = ({ title, content }: Wording) => ({ title: title.cn, enTitle: title.en, content: content.cn, enContent: content.en })

/** Blanks of a kind: those in its shipped wording in either language. */
const blanksOf = (
  { content }: Pick<Wording, 'content'>,
): readonly string[] => [...new Set([...`${content.cn} ${content.en}`.matchAll(/\{(\w+)(?::raw)?\}/g)].map(([, name = '']) => name))]

function shippedOf(plugins: readonly Pick<Plugin, 'messageKinds'>[], kind: string): Wording {
  const found = shippedWordings(plugins).find((wording) => wording.kind === kind)
  if (!found) throw new Missing('error.missing')
  return found
}

const titleProblems = (titles: Readonly<Record<string, string>>): FieldProblem[] =>
  Object.entries(titles).filter(([, text]) => /[{}]/.test(text)).map(([field]) => ({ field, code: 'templates.titleBlank' }))

function contentProblems(contents: Readonly<Record<string, string>>, known: readonly string[]): FieldProblem[] {
  const allowed = known.map((name) => `{${name}}`).join(' ')
  return Object.entries(contents).flatMap(([field, text]) => {
    const rest = text.replaceAll(/\{(\w+)\}/g, (blank, name: string) => (known.includes(name) ? '' : blank))
    return /[{}]/.test(rest)
      ? [{ field, code: 'templates.unknownBlank', parameters: { blank: /\{\w*\}?|\}/.exec(rest)?.[0] ?? '', allowed } }]
      : []
  })
}
