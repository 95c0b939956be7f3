import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type FieldProblem, Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Plugin } from '#kernel/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { shippedWordings, type Wording } from '#server/messages/rows.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import type { MessageWording, MessageWords, WordingVersion } from '../wire.ts'
import './tables.ts'
import { can } from '../permissions.ts'

interface VersionAuthor {
  readonly by: string
  readonly at: Date
  /** Number of the restored version. */
  readonly restoredFrom?: number | null
}

const noWords = { title: null, enTitle: null, content: null, enContent: null }

/** Version history of wordings by kind of message. */
const wordingVersions = (db: Db) => ({
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

interface OwnWording {
  readonly kind: string
  readonly title: string
  readonly enTitle: string
  readonly content: string
  readonly enContent: string
}

/** Repository of message wordings: shipped ones, overridden by the company's own. */
const wordings = (db: Db, plugins: readonly Pick<Plugin, 'messageKinds'>[]) => ({
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

const path = '/system/messageText'
const resource = 'messageText'
const kind = z.string().min(1).max(64)
const title = z.string().trim().min(1).max(60)
const content = z.string().trim().min(1).max(300)

/** Calls for the wordings of messages, which companies may override. */
export function wordingRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db, plugins } = host

  routes.get(`${path}/list`, { config: { access: needs(can.view), resource } }, () => wordings(db, plugins).all())

  routes.put(path, { config: { access: needs(can.edit), resource, repeats: 'once' },
    schema: { body: z.strictObject({ kind, title, enTitle: title, content, enContent: content, revision: versionInput }) } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const { revision, ...wording } = request.body
        const before = (await wordings(tx, plugins).all()).find((each) => each.kind === wording.kind)
        await wordings(tx, plugins).put(wording, { revision, by: caller.id, at })
        request.audited = { id: wording.kind, before: before?.own ?? before?.shipped, after: wording }
        return true
      }))

  routes.delete(`${path}/:kind`, { config: { access: needs(can.edit), resource, repeats: 'once' },
    schema: { params: z.strictObject({ kind }) } }, (request) =>
    unitOfWork(host, request, async ({ db: tx, caller, at }) => {
      const before = (await wordings(tx, plugins).all()).find((each) => each.kind === request.params.kind)
      await wordings(tx, plugins).remove(request.params.kind, { by: caller.id, at })
      request.audited = { id: request.params.kind, before: before?.own ?? undefined, after: before?.shipped }
      return true
    }))

  routes.get(`${path}/:kind/versions`, { config: { access: needs(can.view), resource }, schema: { params: z.strictObject({ kind }) } },
    ({ params }) => wordingVersions(db).history(params.kind))

  routes.put(`${path}/:kind/restore`, { config: { access: needs(can.edit), resource, repeats: 'once' },
    schema: { params: z.strictObject({ kind }), body: z.strictObject({ version: versionInput.min(1), revision: versionInput }) } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const { params: { kind: changed }, body: { version, revision } } = request
        const before = (await wordings(tx, plugins).all()).find((each) => each.kind === changed)
        const after = await wordings(tx, plugins).restore(changed, version, { revision, by: caller.id, at })
        request.audited = { id: changed, before: before?.own ?? before?.shipped,
          after: { ...(after ?? before?.shipped), restoredFrom: version } }
        return true
      }))
}
