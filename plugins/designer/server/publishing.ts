import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { MeaningfulError, Missing, Refused } from '#kernel/errors.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { formPermissions } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { confirmPermission } from '#approval/administrator.ts'
import { contentOf, publishWithin, shippedDefinitions } from '#server/documents/definitions/definition-store.ts'
import { flowPointer, putInForce } from '#server/documents/flow-versions/flow-store.ts'
import type { Db } from '#server/database/tables.ts'
import { declaredOwners } from '#server/extensions/record-owners.ts'
import { announceDesigned } from '#server/recomposition.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { addresses } from '#plugins/documents/statistics/addresses.ts'
import { statisticsPermissions } from '#plugins/statistics/statistics-page.ts'
import { noteCounted } from '#plugins/statistics/server/public-api.ts'
import type { DesignContent } from './tables.ts'
import { designProblems } from '../checks.ts'
import { designedForm } from '../company.ts'
import { kindLabel } from '../model/kinds.ts'
import { kindText } from '../overlay/overlay.ts'
import { formStatistics } from '../statistics.ts'
import { type DesignProblem, designKey, type FormContent, type PublishFormDesign } from '../wire.ts'
import { demandRevision, formContent, lockedDesign, modulesKept, type StoredDesign } from './designs.ts'
import { formPublications } from './publications.ts'
import { sampleFilings } from './sample-filings.ts'

const { record } = formPublications

/** @throws Refused `designer.notPublishable` at the places of the problems */
async function demandSound({ db, host }: Pick<CommandContext, 'db' | 'host'>, content: FormContent): Promise<void> {
  const problems = designProblems(content, await modulesKept(db, host))
  if (problems.length > 0)
    throw new Refused('designer.notPublishable', { count: problems.length },
      problems.map(({ where, text }) => ({ field: where, code: 'designer.problem', message: text })))
}

/** Publishes the draft as the next version, with its flow. @throws Missing; StateMoved; Refused */
export async function publishDesign(context: CommandContext, id: string, { revision, reason }: PublishFormDesign): Promise<void> {
  const { db, caller, at } = context
  const design = await lockedDesign(db, id)
  await demandRevision(context, design, revision)
  const content = formContent(design.content)
  await demandSound(context, content)
  await demandKinds(db, design.id, content)
  await demandFilable(context, content)
  const version = await nextVersion(db, id)
  await db.insertInto('form_design_version').values({ design: id, version, content: JSON.stringify(content), hash: design.hash,
    by: caller.id, at }).execute()
  await enforce(context, design, { version, content, hash: design.hash, action: 'publish', reason })
}

/**
 * Files sample documents that are not stored: what cannot be judged at all is not published. What the checks say of a sample is for the
 * administrator to judge, who sees it before.
 * @throws Refused `designer.notFilable`
 */
async function demandFilable(context: CommandContext, content: FormContent): Promise<void> {
  try {
    await sampleFilings(context, content)
  } catch (error) {
    if (error instanceof MeaningfulError) return
    context.host.log.error({ err: error, urlPage: content.urlPage }, 'a draft cannot be filed')
    throw Object.assign(new Refused('designer.notFilable', { reason: error instanceof Error ? error.message : String(error) }), {
      cause: error,
    })
  }
}

/** The number of the version that a design is published as next. */
export async function nextVersion(db: Db, design: string): Promise<number> {
  const { last } = await db.selectFrom('form_design_version').where('design', '=', design).select(({ fn }) => fn.max('version').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** @throws Refused where a field has another kind than in an earlier version: filed values stay as they are */
async function demandKinds(db: Db, id: string, content: FormContent): Promise<void> {
  demandSameKinds(await filedFields(db, id, content.urlPage), placedFields(content.form.fields))
}

/** The fields of published versions, where documents of the form may have them: their kinds stay. */
export async function filedFields(db: Db, id: string, urlPage: string): Promise<readonly PlacedField[]> {
  const isUsed = await db.selectFrom('document').select('id').where('type', '=', designKey(urlPage)).limit(1).executeTakeFirst()
  if (!isUsed) return []
  const versions = await db.selectFrom('form_design_version').select('content').where('design', '=', id).orderBy('version').execute()
  return versions.flatMap((version) => placedFields(formContent(version.content).form.fields))
}

/** Finds fields of a draft whose kind is not that which documents have. */
export const kindProblems = (filed: readonly PlacedField[], { form: { fields } }: FormContent): readonly DesignProblem[] =>
  changedKinds(filed, placedFields(fields)).map(({ path, field, name, was }) => ({ where: `fields › ${path}`,
    text: kindChange(name, was, field) })
  )

/** A field or column by its path, with the names of its table and its own. */
export interface PlacedField {
  readonly path: string
  readonly field: FieldDefinition
  readonly name: Label
}

/** The fields and columns of a form. */
const placedFields = (fields: Fields): readonly PlacedField[] =>
  Object.entries(fields).flatMap(([key, field]) => fieldWithColumns(key, field))

/** A field and its columns. */
export const fieldWithColumns = (path: string,
  field: FieldDefinition): readonly PlacedField[] => [{ path, field, name: field },
  ...Object.entries(field.columns ?? {}).map(([column, cell]) => ({ path: `${path}.${column}`, field: cell,
    name: { cn: `${field.cn} · ${cell.cn}`, en: `${field.en} · ${cell.en}` } })
  )]

/** @throws Refused where a field has another kind, or refers to other records, than in an earlier version */
export function demandSameKinds(earlier: readonly PlacedField[], now: readonly PlacedField[]): void {
  const changed = changedKinds(earlier, now)
  if (changed.length > 0)
    throw new Refused('designer.notPublishable', { count: changed.length },
      changed.map(({ path, field, name, was }) => ({ field: `fields › ${path}`, code: 'designer.problem',
        message: kindChange(name, was, field) })
      ))
}

function changedKinds(earlier: readonly PlacedField[], now: readonly PlacedField[]) {
  const before = new Map(earlier.map(({ path, field }) => [path, field]))
  return now.flatMap((placed) => {
    const was = before.get(placed.path)
    return was && kindText(was) !== kindText(placed.field) ? [{ ...placed, was }] : []
  })
}

function kindChange(name: Label, was: FieldDefinition, field: FieldDefinition): Label {
  if (was.kind === field.kind)
    return { cn: `已有单据中“${name.cn}”引用的是另一类数据，请另加字段`,
      en: `Documents have “${name.en}” with other records. Add a new field instead` }
  const [from, to] = [kindLabel(was.kind), kindLabel(field.kind)]
  return { cn: `已有单据中“${name.cn}”的类型是${from.cn}，不能改为${to.cn}，请另加字段`,
    en: `Documents have “${name.en}” as ${from.en}, which can’t become ${to.en}. Add a new field instead` }
}

/** Puts an earlier version in force again, which also ends a stop; the draft stays. @throws Missing; Refused */
export async function rollBackDesign(context: CommandContext, id: string,
  { version, reason }: { readonly version: number; readonly reason: string }): Promise<void> {
  const design = await lockedDesign(context.db, id)
  if (design.version === version && design.state === 'published') throw new Refused('designer.notStopped')
  const { content: stored, hash } = await versionOf(context.db, id, version)
  const content = formContent(stored)
  await demandSound(context, content)
  await enforce(context, design, { version, content, hash, action: 'rollback', reason })
}

/** Ends new filings; running documents go on. @throws Missing; Refused where it is not in force */
export async function stopDesign({ db, caller, at }: CommandContext, id: string, reason: string): Promise<void> {
  const { state, version, content } = await lockedDesign(db, id)
  if (state !== 'published' || version === null) throw new Refused('designer.notPublished')
  const { hash } = await versionOf(db, id, version)
  await db.updateTable('form_design').set({ state: 'stopped' }).where('id', '=', id).execute()
  await db.updateTable('definition_current').set({ stopped_at: at }).where('kind', '=', 'flow').where('key', '=',
    designedForm(formContent(content)).key).execute()
  await record(db, { design: id, action: 'stop', version, content_hash: hash, reason, by: caller.id, at })
}

interface Enforced {
  readonly version: number
  readonly content: FormContent
  readonly hash: string
  readonly action: 'publish' | 'rollback'
  readonly reason: string
}

/** The version in force of form and flow, in one transaction and read back; every process composes itself anew when it commits. */
async function enforce({ db, host, caller, at }: CommandContext, design: StoredDesign,
  { version, content, hash, action, reason }: Enforced): Promise<void> {
  const form = designedForm(content)
  const before = design.version === null ? undefined : await versionOf(db, design.id, design.version)
  await db.updateTable('form_design').set({ state: 'published', version }).where('id', '=', design.id).execute()
  await record(db, { design: design.id, action, version, content_hash: hash, reason, by: caller.id, at })
  const definitions = shippedDefinitions(form, declaredOwners(host.plugins))
  await publishWithin(db, definitions, at)
  await db.updateTable('definition_current').set({ stopped_at: null }).where('kind', '=', 'flow').where('key', '=', form.key).execute()
  const pointer = await flowPointer(db, form.key)
  const isFlowChanged = before !== undefined && contentOf(designedForm(formContent(before.content)).flow) !== contentOf(form.flow)
  // the flow that an administrator changed apart from the form stays, unless the form comes with another one
  if (pointer && pointer.hash !== pointer.shipped && isFlowChanged)
    await putInForce(db, pointer, { choice: 'publish', after: pointer.shipped, by: caller.id, at, reason })
  if (!before) {
    await giveRights(db, form.key)
    // there are no documents yet to count; those of earlier versions are counted anew within a minute
    await noteCounted(db, [formStatistics(form)])
  }
  await announceDesigned(db)
  await demandStored(db, design.id, hash, definitions)
}

/**
 * Gives rights on a new form to roles: to file it, where they file other forms (`starters` and administrators narrow it); to read it, where
 * they confirm interventions as the second person; and on its statistics, where they have them on the documents of all forms.
 */
async function giveRights(db: Db, key: string): Promise<void> {
  const own = formPermissions(key)
  const [statistics, all] = [statisticsPermissions(key), statisticsPermissions(allDocuments)]
  await sql`insert into sys_role_permission (role_id, permission)
    select distinct role_id, ${own.add} from sys_role_permission where permission like 'form:%:add'
    union select role_id, ${own.view} from sys_role_permission where permission = ${confirmPermission}
    union select role_id, ${statistics.view} from sys_role_permission where permission in (${all.view}, ${`stat:${allDocuments}:*`})
    union select role_id, ${statistics.export} from sys_role_permission where permission in (${all.export}, ${`stat:${allDocuments}:*`})
    on conflict do nothing`.execute(db)
}

/** Key of the statistics page that counts the documents of all forms. */
const allDocuments = addresses.billData.key

/** Reads back what is in force. @throws Error where it is not what was published */
async function demandStored(db: Db, design: string, hash: string, definitions: ReturnType<typeof shippedDefinitions>): Promise<void> {
  const stored = await db.selectFrom('form_design as design').innerJoin('form_design_version as version',
    (join) => join.onRef('version.design', '=', 'design.id').onRef('version.version', '=', 'design.version')).where('design.id', '=',
      design)
    .select(['version.content', 'version.hash']).executeTakeFirstOrThrow()
  const known = await db.selectFrom('definition').select('hash').where('key', '=', definitions[0]!.key).where('hash', 'in',
    definitions.map((definition) => definition.hash)).execute()
  const read = createHash('sha256').update(JSON.stringify(stored.content)).digest('hex')
  if (stored.hash !== hash || read !== hash || new Set(known.map((row) => row.hash)).size !== definitions.length)
    throw new Error(`the design ${design} is not stored as it was published`)
}

/** @throws Missing */
export async function versionOf(db: Db, design: string,
  version: number): Promise<{ readonly content: DesignContent; readonly hash: string }> {
  const row = await db.selectFrom('form_design_version').select(['content', 'hash']).where('design', '=', design).where('version', '=',
    version).executeTakeFirst()
  if (!row) throw new Missing('designer.noSuchVersion')
  return row
}
