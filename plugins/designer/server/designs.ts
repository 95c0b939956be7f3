import './tables.ts'
import { createHash } from 'node:crypto'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Directory } from '#approval/directory.ts'
import { type FieldProblem, Missing, Refused, StateMoved } from '#kernel/errors.ts'
import { declaredRoles } from '#kernel/composition/requirement-findings.ts'
import type { Form } from '#kernel/form.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { bodyOfForm, formOfBody } from '#kernel/wording/describe.ts'
import { splitName } from '#kernel/wording/names.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { formInput } from '#server/documents/definitions/form-input.ts'
import { flowInput } from '#server/documents/flow-analysis/flow-input.ts'
import { demandUnfiled, endDrafts } from '#server/documents/flow-designs/publishing.ts'
import { approvalSettings } from '#server/documents/approval-settings/approval-settings.ts'
import type { Host } from '#server/host.ts'
import { keepNames } from '#server/extensions/name-uses.ts'
import { announceDesigned } from '#server/recomposition.ts'
import { businessTypes } from '#server/identity/dictionaries.ts'
import { newId } from '#server/identity/id.ts'
import type { FormOverlay } from '../overlay/difference.ts'
import { isReservedPage } from '../checks.ts'
import { companyId, type CompanyNames, companyPlugin, newContent } from '../company.ts'
import { libraryForm } from '../library/design.ts'
import { library, libraryPrefix } from '../library/library.ts'
import { type CreateFormDesign, designKey, type DesignState, type FormContent, type FormDesignRow, type SaveFormDesign } from '../wire.ts'
import { formPublications } from './publications.ts'
import { publishedRegisters } from './registers/designs.ts'
import type { DesignContent } from './tables.ts'

/** A design as it is stored. */
export type StoredDesign = Selectable<Tables['form_design']>

/** The content as it is stored, and its hash: the order of fields is part of both. */
export function written(content: DesignContent): { readonly content: string; readonly hash: string } {
  const text = JSON.stringify(content)
  return { content: text, hash: createHash('sha256').update(text).digest('hex') }
}

/** Contents in force by their hash: a version never changes, and what follows from a content is kept with the object. */
let contentsInForce: ReadonlyMap<string, FormContent> = new Map()

/** A form with its attributes in the order in which the schemas of drafts have them: saved unchanged, it has the same hash. */
export const inOrder = (form: Form): Form => formOfBody(formInput.parse(bodyOfForm(form)), flowInput.parse(form.flow))

/** The contents in force, in the order in which the designs were made: those that are stopped included, since their documents go on. */
export async function publishedContents(db: Db): Promise<readonly FormContent[]> {
  const versions = db.selectFrom('form_design as design')
    .innerJoin('form_design_version as version',
      (join) => join.onRef('version.design', '=', 'design.id').onRef('version.version', '=', 'design.version'))
    .where('design.removed_at', 'is', null).where('design.kind', '=', 'form')
  const inForce = await versions.select(['version.hash', 'design.id']).orderBy('design.id').execute()
  const unread = inForce.filter(({ hash }) => !contentsInForce.has(hash)).map(({ id }) => id)
  const read = unread.length === 0
    ? []
    : await versions.where('design.id', 'in', unread).select(['version.hash', 'version.content']).execute()
  const known = new Map([...contentsInForce, ...read.map(({ hash, content }) => [hash, formContent(content)] as const)])
  const contents = inForce.flatMap(({ hash }): [string, FormContent][] => {
    const content = known.get(hash)
    return content ? [[hash, content]] : []
  })
  // another version was published between the two reads
  if (contents.length < inForce.length) return publishedContents(db)
  contentsInForce = new Map(contents)
  return contents.map(([, content]) => content)
}

/** The dictionaries and roles of the company beside those that these modules declare. */
export async function companyNames(db: Db, plugins: readonly Plugin[]): Promise<CompanyNames> {
  const modules = plugins.filter(({ id }) => id !== companyId)
  const declared = new Set(modules.flatMap(({ dictionaries }) => dictionaries.map(({ key }) => key)))
  const known = new Set(declaredRoles(modules).map(({ key }) => key))
  const types = await db.selectFrom('sys_dict_type').select(['code', 'name', 'name_en']).where('del_flag', '=', 0).orderBy('code').execute()
  const roles = await db.selectFrom('sys_role').select(['perm_chars', 'name']).where('del_flag', '=', 0).orderBy('perm_chars').execute()
  return {
    dictionaries: types.filter(({ code }) => code !== businessTypes && !declared.has(code)).map(({ code, name, name_en }) => ({ key: code,
      cn: name, en: name_en, items: [] })
    ),
    roles: roles.filter(({ perm_chars }) => !known.has(perm_chars)).map(({ perm_chars, name }) => ({ key: perm_chars,
      ...splitName(name) })
    ),
  }
}

/** The modules of the process, with the dictionaries and roles that the company has now. */
export async function modulesWithNames(db: Db, { plugins }: Pick<Host, 'plugins'>): Promise<readonly Plugin[]> {
  const names = await companyNames(db, plugins)
  return plugins.map((plugin) => (plugin.id === companyId ? { ...plugin, ...names } : plugin))
}

/**
 * The modules with what the company has in force by the transaction, which stays until it ends: a dictionary, role or register that is
 * published with is not deleted meanwhile.
 */
export async function modulesKept(db: Db, { plugins }: Pick<Host, 'plugins'>): Promise<readonly Plugin[]> {
  await keepNames(db)
  return modulesInForce(db, plugins)
}

/** The modules with what the company has in force by the transaction; a process is composed anew only after it. */
async function modulesInForce(db: Db, plugins: readonly Plugin[]): Promise<readonly Plugin[]> {
  const company = companyPlugin(await publishedContents(db), await publishedRegisters(db), plugins, await companyNames(db, plugins))
  return [...plugins.filter(({ id }) => id !== companyId), company]
}

/** A company's additions to forms of the product, as they are in force: those that are stopped are not. */
export async function publishedOverlays(db: Db): Promise<readonly FormOverlay[]> {
  const rows = await db.selectFrom('form_design as design')
    .innerJoin('form_design_version as version',
      (join) => join.onRef('version.design', '=', 'design.id').onRef('version.version', '=', 'design.version'))
    .where('design.removed_at', 'is', null).where('design.kind', '=', 'overlay').where('design.state', '=', 'published')
    .select('version.content').orderBy('design.id').execute()
  return rows.flatMap(({ content }) => (isOverlay(content) ? [content] : []))
}

/** Returns whether a content is a company's additions to a form of the product. */
export const isOverlay = (content: DesignContent): content is FormOverlay => 'over' in content

/** The content of a form of the company's own. @throws Missing for additions to one of the product */
export function formContent(content: DesignContent): FormContent {
  if (isOverlay(content)) throw new Missing('designer.noSuchDesign')
  return content
}

interface PageQuery {
  readonly keyword: string
  readonly kind: StoredDesign['kind'] | undefined
  readonly state: DesignState | undefined
  readonly current: number
  readonly size: number
}

const documentsOf = ({ selectFrom }: ExpressionBuilder<Tables & { design: Tables['form_design'] }, 'design'>) =>
  selectFrom('document').where('document.type', '=',
    sql<string>`case design.kind when 'form' then 'dynamicForm:' || design.url_page else design.url_page end`)
    .select(({ fn }) => fn.countAll<string>().as('documents')).as('documents')

const rows = (db: Db) =>
  db.selectFrom('form_design as design')
    .leftJoin('form_design_version as version',
      (join) => join.onRef('version.design', '=', 'design.id').onRef('version.version', '=', 'design.version'))
    .where('design.removed_at', 'is', null)

/** A page of the designs, the last saved first. */
export async function designPage(db: Db, directory: Pick<Directory, 'person'>, { keyword, kind, state, current, size }: PageQuery) {
  const like = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const found = rows(db)
    .$if(keyword !== '',
      (query) =>
        query.where((eb) =>
          eb.or((['url_page', 'prefix', 'name_cn', 'name_en'] as const).map((column) => eb(`design.${column}`, 'ilike', like)))
        ))
    .$if(kind !== undefined, (query) => query.where('design.kind', '=', kind ?? 'form'))
    .$if(state !== undefined, (query) => query.where('design.state', '=', state ?? 'draft'))
  const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const records = await found.selectAll('design').select('version.hash as in_force').select(documentsOf)
    .orderBy('design.saved_at', 'desc').orderBy('design.id').limit(size).offset((current - 1) * size).execute()
  return { records: records.map((row) => rowOf(row, directory)), total: Number(total), current, size,
    pages: Math.ceil(Number(total) / size) }
}

const rowOf = (row: StoredDesign & { readonly in_force: string | null; readonly documents: string | null },
  directory: Pick<Directory, 'person'>): FormDesignRow => ({ id: row.id, over: row.kind === 'overlay' ? row.url_page : null,
    urlPage: row.url_page, cn: row.name_cn, en: row.name_en, prefix: row.prefix, group: row.group_id, state: row.state,
    version: row.version, isChanged: row.in_force !== row.hash, documents: Number(row.documents ?? 0),
    savedBy: directory.person(row.saved_by)?.name ?? row.saved_by, savedAt: nowOf(row.saved_at) })

/** A design with its draft, for the answer of a call. @throws Missing */
export async function readDesign(db: Db, directory: Pick<Directory, 'person'>, id: string) {
  const row = await rows(db).where('design.id', '=', id).selectAll('design').select('version.hash as in_force').select(documentsOf)
    .select(({ selectFrom }) =>
      selectFrom('form_design_version').whereRef('form_design_version.design', '=', 'design.id').select(({ fn }) =>
        fn.max('version').as('last')
      )
        .as('last')
    ).executeTakeFirst()
  if (!row) throw new Missing('designer.noSuchDesign')
  const failure = await formPublications.failureOf(db, id)
  return { ...rowOf(row, directory), revision: row.revision, last: row.last ?? 0, content: row.content, ...(failure && { failure }) }
}

/** A design, locked until the end of the transaction. @throws Missing */
export async function lockedDesign(db: Db, id: string): Promise<StoredDesign> {
  const row = await db.selectFrom('form_design').selectAll().where('id', '=', id).where('removed_at', 'is', null).forUpdate()
    .executeTakeFirst()
  if (!row) throw new Missing('designer.noSuchDesign')
  return row
}

/** @throws StateMoved naming who saved the draft since */
export async function demandRevision({ db, host }: CommandContext, { revision, saved_by: by }: StoredDesign, seen: number): Promise<void> {
  if (revision === seen) return
  const directory = await host.directory(db)
  throw new StateMoved(undefined, 'designer.savedByOther', { by: directory.person(by)?.name ?? by })
}

/** Makes a design, empty or as another form is, and answers its id. @throws Refused where page or prefix is taken */
export async function createDesign({ db, host, caller, at }: CommandContext, asked: CreateFormDesign): Promise<string> {
  const shipped = host.plugins.flatMap(({ forms }) => forms)
  const ready = library.find(({ key }) => asked.from === libraryPrefix + key)
  const from = ready ? libraryForm(ready) : shipped.find(({ key }) => key === asked.from)
  if (asked.from !== undefined && !from)
    throw new Refused('designer.unknownSource', { from: asked.from }, [{ field: 'from', code: 'designer.unknownSource',
      parameters: { from: asked.from } }])
  const { flow: settings } = await approvalSettings(db)
  const drawn = newContent(asked, from, settings)
  const content: FormContent = { ...drawn, form: inOrder(drawn.form),
    ...(ready && { description: ready.description.cn, examples: ready.examples }) }
  return addDesign({ db, host, caller, at }, content)
}

/** Makes a design of a content. @throws Refused where page or prefix is taken */
export async function addDesign({ db, host, caller, at }: CommandContext, content: FormContent): Promise<string> {
  await demandFree(db, host.plugins.flatMap(({ forms }) => forms), content)
  const id = newId()
  await db.insertInto('form_design').values({ id, kind: 'form', ...columnsOf(content), ...written(content), state: 'draft', version: null,
    revision: 1, saved_by: caller.id, saved_at: at, removed_at: null }).execute()
  return id
}

/** Saves the draft of a design. @throws Missing; StateMoved; Refused where page or prefix is taken, or the page was published */
export async function saveDesign(context: CommandContext, id: string, { revision, content }: SaveFormDesign): Promise<void> {
  const { db, host, caller, at } = context
  const design = await lockedDesign(db, id)
  await demandRevision(context, design, revision)
  if (content.urlPage !== design.url_page && design.version !== null)
    throw new Refused('designer.urlPageFixed', {}, [{ field: 'urlPage', code: 'designer.urlPageFixed' }])
  await demandFree(db, host.plugins.flatMap(({ forms }) => forms), content, id)
  await db.updateTable('form_design').set({ ...columnsOf(content), ...written(content), revision: revision + 1, saved_by: caller.id,
    saved_at: at }).where('id', '=', id).execute()
}

const columnsOf = ({ urlPage, prefix, group, form: { cn, en } }: FormContent) => ({ url_page: urlPage, prefix, group_id: group, name_cn: cn,
  name_en: en })

/** Removes a design that nobody ever filed a document with; its rights go, too. @throws Missing; Refused `documents.designUsed` */
export async function removeDesign(context: CommandContext, id: string): Promise<void> {
  const { db, at } = context
  const { url_page: urlPage, kind, version } = await lockedDesign(db, id)
  if (kind === 'overlay' && version !== null) throw new Refused('designer.overlayUsed')
  if (kind === 'form') await removeFormDesign(context, urlPage)
  await db.updateTable('form_design').set({ removed_at: at }).where('id', '=', id).execute()
}

/** Removes the design of a form by the key of the form. @throws Missing; Refused `documents.designUsed` */
export async function removeDesignOf(context: CommandContext, key: string): Promise<void> {
  const { db } = context
  const rows = await db.selectFrom('form_design').select(['id', 'url_page']).where('kind', '=', 'form').where('removed_at', 'is', null)
    .execute()
  const found = rows.find(({ url_page: urlPage }) => designKey(urlPage) === key)
  if (!found) throw new Missing('designer.noSuchDesign')
  await removeDesign(context, found.id)
}

async function removeFormDesign({ db, at }: CommandContext, urlPage: string): Promise<void> {
  const key = designKey(urlPage)
  await demandUnfiled(db, key)
  await removeTraces(db, urlPage)
  await endDrafts({ db, at }, key)
  await announceDesigned(db)
}

/** Removes the rights and the definitions in force of a form that no document was filed with. */
export async function removeTraces(db: Db, urlPage: string): Promise<void> {
  const key = designKey(urlPage)
  await db.deleteFrom('sys_role_permission').where((eb) =>
    eb.or([`form:${key}:%`, `stat:${key}:%`].map((rights) => eb('permission', 'like', rights)))
  ).execute()
  for (const table of ['definition_current', 'definition_shipped'] as const) await db.deleteFrom(table).where('key', '=', key).execute()
}

/** @throws Refused at `urlPage` and `prefix` where another form has them, or ever drew numbers with the prefix */
async function demandFree(db: Db, forms: readonly Form[], { urlPage, prefix }: FormContent, id = ''): Promise<void> {
  const key = designKey(urlPage)
  const others = forms.filter((form) => form.key !== key)
  const [page, other, drawn] = await Promise.all([
    db.selectFrom('form_design').select('id').where('kind', '=', 'form').where('url_page', '=', urlPage).where('removed_at', 'is', null)
      .where('id', '<>', id)
      .executeTakeFirst(),
    db.selectFrom('form_design').select('id').where('prefix', '=', prefix).where('removed_at', 'is', null).where('id', '<>', id)
      .executeTakeFirst(),
    db.selectFrom('definition').select('key').where('kind', '=', 'form').where('key', '<>', key)
      .where(sql<boolean>`body ->> 'prefix' = ${prefix}`).limit(1).executeTakeFirst(),
  ])
  const problems: readonly FieldProblem[] = [
    ...(page || isReservedPage(urlPage) ? [{ field: 'urlPage', code: 'designer.urlPageTaken', parameters: { urlPage } }] : []),
    ...(other || drawn || others.some((form) => form.prefix === prefix)
      ? [{ field: 'prefix', code: 'designer.prefixTaken', parameters: { prefix } }]
      : []),
  ]
  const [first] = problems
  if (first) throw new Refused(first.code, first.parameters, problems)
}
