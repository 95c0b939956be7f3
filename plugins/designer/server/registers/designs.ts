import './tables.ts'
import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Directory } from '#approval/directory.ts'
import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { holdDesigns } from '#server/extensions/name-uses.ts'
import { newId } from '#server/identity/id.ts'
import { announceDesigned } from '#server/recomposition.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { companyId } from '../../company.ts'
import { designedRegister, newRegister, type RegisterInForce, registerPath, registerRights } from '../../registers/register.ts'
import type { CreateRegisterDesign, RegisterContent, RegisterDesign, RegisterDesignRow, SaveRegisterDesign } from '../../registers/wire.ts'
import type { DesignState } from '../../wire.ts'
import { registerPublications } from '../publications.ts'
import { demandUnused, usesOf } from './uses.ts'

/** A register as it is stored. */
export type StoredRegister = Selectable<Tables['register_design']>

/** The content as it is stored, and its hash: the order of fields is part of both. */
function written(content: RegisterContent): { readonly content: string; readonly hash: string } {
  const text = JSON.stringify(content)
  return { content: text, hash: createHash('sha256').update(text).digest('hex') }
}

const all = (db: Db) =>
  db.selectFrom('register_design as design')
    .leftJoin('register_design_version as version',
      (join) => join.onRef('version.design', '=', 'design.id').onRef('version.version', '=', 'design.version'))
    .where('design.removed_at', 'is', null)

/** The registers in force, in the order in which they were made; those that are stopped included, since their records are read. */
export async function publishedRegisters(db: Db): Promise<readonly RegisterInForce[]> {
  const rows = await all(db).where('design.version', 'is not', null).select(['version.content', 'design.state']).orderBy('design.id')
    .execute()
  return rows.flatMap(({ content, state }) => (content ? [{ content, isStopped: state === 'stopped' }] : []))
}

interface RegisterPageQuery {
  readonly keyword: string
  readonly state: DesignState | undefined
  readonly current: number
  readonly size: number
}

/** A page of the registers, the last saved first. */
export async function registerPage(db: Db, directory: Pick<Directory, 'person'>, { keyword, state, current, size }: RegisterPageQuery) {
  const like = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const found = all(db)
    .$if(keyword !== '',
      (query) =>
        query.where((eb) => eb.or((['page', 'name_cn', 'name_en'] as const).map((column) => eb(`design.${column}`, 'ilike', like)))))
    .$if(state !== undefined, (query) => query.where('design.state', '=', state ?? 'draft'))
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await found.selectAll('design').select('version.hash as in_force').orderBy('design.saved_at', 'desc').orderBy('design.id')
    .limit(size).offset((current - 1) * size).execute()
  const records: RegisterDesignRow[] = []
  for (const row of rows) records.push(await rowOf(db, row, directory))
  return { records, total: Number(total), current, size, pages: Math.ceil(Number(total) / size) }
}

async function rowOf(db: Db, row: StoredRegister & { readonly in_force: string | null },
  directory: Pick<Directory, 'person'>): Promise<RegisterDesignRow> {
  return { id: row.id, page: row.page, cn: row.name_cn, en: row.name_en, state: row.state, version: row.version,
    isChanged: row.in_force !== row.hash, records: await recordsOf(db, row), savedBy: directory.person(row.saved_by)?.name ?? row.saved_by,
    savedAt: nowOf(row.saved_at) }
}

/** The number of records of a register; 0 before it was published. */
async function recordsOf(db: Db, { content, version, page }: Pick<StoredRegister, 'content' | 'version' | 'page'>): Promise<number> {
  if (version === null) return 0
  const { table } = designedRegister({ content: { ...content, page }, isStopped: false })
  const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)} where del_flag = 0`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** A register with its draft, without its problems. @throws Missing */
export async function readRegister(db: Db, directory: Pick<Directory, 'person'>, id: string,
  plugins: readonly Plugin[]): Promise<Omit<RegisterDesign, 'problems'>> {
  const row = await all(db).where('design.id', '=', id).selectAll('design').select('version.hash as in_force').select(({ selectFrom }) =>
    selectFrom('register_design_version').whereRef('register_design_version.design', '=', 'design.id')
      .select(({ fn }) => fn.max('version').as('last')).as('last')
  ).executeTakeFirst()
  if (!row) throw new Missing('designer.noSuchRegister')
  const fields = await lastFields(db, id)
  const failure = await registerPublications.failureOf(db, id)
  return { ...(await rowOf(db, row, directory)), revision: row.revision, last: row.last ?? 0, content: row.content,
    uses: usesOf(plugins, row.page), kept: [...fields.keys()], ...(failure && { failure }) }
}

/** @throws Missing */
export async function storedRegister(db: Db, id: string): Promise<StoredRegister> {
  const row = await one(db, id).executeTakeFirst()
  if (!row) throw new Missing('designer.noSuchRegister')
  return row
}

/** A register, locked until the end of the transaction. @throws Missing */
export async function lockedRegister(db: Db, id: string): Promise<StoredRegister> {
  const row = await one(db, id).forUpdate().executeTakeFirst()
  if (!row) throw new Missing('designer.noSuchRegister')
  return row
}

const one = (db: Db, id: string) => db.selectFrom('register_design').selectAll().where('id', '=', id).where('removed_at', 'is', null)

/** @throws Missing */
export async function registerVersion(db: Db, design: string,
  version: number): Promise<{ readonly content: RegisterContent; readonly hash: string }> {
  const row = await db.selectFrom('register_design_version').select(['content', 'hash']).where('design', '=', design)
    .where('version', '=', version).executeTakeFirst()
  if (!row) throw new Missing('designer.noSuchVersion')
  return row
}

/** Every field that a register ever had, as it was defined last: its column is stored so. */
export async function lastFields(db: Db, design: string): Promise<ReadonlyMap<string, RegisterContent['fields'][string]>> {
  const rows = await db.selectFrom('register_design_publication as publication')
    .innerJoin('register_design_version as version',
      (join) => join.onRef('version.design', '=', 'publication.design').onRef('version.version', '=', 'publication.version'))
    .where('publication.design', '=', design).where('publication.action', 'in', ['publish', 'rollback']).orderBy('publication.seq').select(
      'version.content',
    )
    .execute()
  return new Map(rows.flatMap(({ content }) => Object.entries(content.fields)))
}

/** @throws StateMoved naming who saved the draft since */
export async function demandSeen({ db, host }: CommandContext, { revision, saved_by: by }: StoredRegister, seen: number): Promise<void> {
  if (revision === seen) return
  const directory = await host.directory(db)
  throw new StateMoved(undefined, 'designer.savedByOther', { by: directory.person(by)?.name ?? by })
}

/** Makes a register whose records have a name, and answers its id. @throws Refused where the page is taken */
export async function createRegister({ db, host, caller, at }: CommandContext, asked: CreateRegisterDesign): Promise<string> {
  const content = newRegister(asked)
  await demandFreePage(db, host.plugins, content)
  const id = newId()
  await db.insertInto('register_design').values({ id, ...namesOf(content), ...written(content), state: 'draft', version: null, revision: 1,
    saved_by: caller.id, saved_at: at, removed_at: null }).execute()
  return id
}

/** Saves the draft of a register. @throws Missing; StateMoved; Refused where the page is taken or was published */
export async function saveRegister(context: CommandContext, id: string, { revision, content }: SaveRegisterDesign): Promise<void> {
  const { db, host, caller, at } = context
  const design = await lockedRegister(db, id)
  await demandSeen(context, design, revision)
  if (content.page !== design.page && design.version !== null)
    throw new Refused('designer.urlPageFixed', {}, [{ field: 'page', code: 'designer.urlPageFixed' }])
  await demandFreePage(db, host.plugins, content, id)
  await db.updateTable('register_design').set({ ...namesOf(content), ...written(content), revision: revision + 1, saved_by: caller.id,
    saved_at: at }).where('id', '=', id).execute()
}

const namesOf = ({ page, cn, en }: RegisterContent) => ({ page, name_cn: cn, name_en: en })

/**
 * Removes a register without records that nothing refers to; its rights and its entry in the menu go, too. The table stays, for a register
 * of the same page.
 * @throws Missing; Refused
 */
export async function removeRegister({ db, host, at }: CommandContext, id: string): Promise<void> {
  // adding a record locks the register as well, and publishing a reference to it locks designs
  const design = await lockedRegister(db, id)
  await holdDesigns(db)
  await demandUnused(db, host.plugins, design.page)
  if ((await recordsOf(db, design)) > 0) throw new Refused('designer.register.hasRecords')
  await db.updateTable('register_design').set({ removed_at: at }).where('id', '=', id).execute()
  await db.deleteFrom('sys_role_permission').where('permission', 'in', Object.values(registerRights(design.page))).execute()
  await announceDesigned(db)
}

/** Keeps a register in place until the transaction ends. @throws Missing where it was deleted meanwhile */
export async function keepRegister(db: Db, page: string): Promise<void> {
  const row = await db.selectFrom('register_design').select('id').where('page', '=', page).where('removed_at', 'is', null).forKeyShare()
    .executeTakeFirst()
  if (!row) throw new Missing('designer.noSuchRegister')
}

/** @throws Refused at `page` where another register or page of the product has it */
async function demandFreePage(db: Db, plugins: readonly Plugin[], { page }: RegisterContent, id = ''): Promise<void> {
  const other = await db.selectFrom('register_design').select('id').where('page', '=', page).where('removed_at', 'is', null)
    .where('id', '<>', id).executeTakeFirst()
  const path = registerPath(page)
  const isPage = plugins.some(({ id: plugin, menus, pages, forms, resources }) =>
    plugin !== companyId && [...menus, ...pages, ...forms, ...resources].some((place) => place.path === path)
  )
  if (other || isPage || reservedPages.has(page))
    throw new Refused('designer.urlPageTaken', { urlPage: page }, [{ field: 'page', code: 'designer.urlPageTaken',
      parameters: { urlPage: page } }])
}

/** Pages beside those of the registers. */
const reservedPages: ReadonlySet<string> = new Set(['designer', 'record', 'new'])
