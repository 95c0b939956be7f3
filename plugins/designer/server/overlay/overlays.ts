import { type FieldProblem, Missing, Refused } from '#kernel/errors.ts'
import { defineFlow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { publishWithin, shippedDefinitions } from '#server/documents/definitions/definition-store.ts'
import type { Db } from '#server/database/tables.ts'
import { declaredOwners } from '#server/extensions/record-owners.ts'
import type { Host } from '#server/host.ts'
import { newId } from '#server/identity/id.ts'
import { announceDesigned } from '#server/recomposition.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import '../tables.ts'
import type { FieldNeeds, FormOverlay } from '../../overlay/difference.ts'
import { contentOfForm } from '../../model/content.ts'
import { canKeep, mergedOverlay, savedParts, settledOverlay } from '../../overlay/merge.ts'
import { overlaidForm, overlayBetween } from '../../overlay/overlay.ts'
import type { DesignProblem, FormContent, OverlayDesign, PublishFormDesign, SettleQuestion } from '../../wire.ts'
import { demandRevision, isOverlay, lockedDesign, modulesKept, type StoredDesign, written } from '../designs.ts'
import { formPublications } from '../publications.ts'
import { demandSameKinds, fieldWithColumns, nextVersion, type PlacedField, versionOf } from '../publishing.ts'
import { neededProblems, overlayProblems } from './overlay-problems.ts'

/** Finds the reasons for which the product needs fields of a shipped form. */
export type NeedsOf = (shipped: Form) => FieldNeeds

/** A form as the product ships it. */
export const shippedForm = ({ amended, plugins }: Pick<Host, 'amended' | 'plugins'>, key: string): Form | undefined =>
  amended.find(({ inForce }) => inForce.key === key)?.shipped ??
    plugins.flatMap(({ forms }) => forms).find((form) => form.key === key && !form.designed)

/** Makes additions to a form of the product, without any as yet, and answers their id. @throws Refused where the form has some already */
export async function createOverlay({ db, host, caller, at }: CommandContext, over: string): Promise<string> {
  const shipped = shippedForm(host, over)
  if (!shipped)
    throw new Refused('designer.unknownSource', { from: over }, [{ field: 'over', code: 'designer.unknownSource',
      parameters: { from: over } }])
  const other = await db.selectFrom('form_design').select('id').where('kind', '=', 'overlay').where('url_page', '=', over)
    .where('removed_at', 'is', null).executeTakeFirst()
  if (other) throw new Refused('designer.overlayExists', {}, [{ field: 'over', code: 'designer.overlayExists' }])
  const id = newId()
  await db.insertInto('form_design').values({ id, kind: 'overlay', url_page: over, prefix: shipped.prefix, group_id: shipped.group,
    name_cn: shipped.cn, name_en: shipped.en, ...written({ over, base: baseOf(shipped), parts: [] }), state: 'draft', version: null,
    revision: 1, saved_by: caller.id, saved_at: at, removed_at: null }).execute()
  return id
}

/** Overlays do not contain the flow. */
const baseOf = (shipped: Form): Form => ({ ...shipped, flow: defineFlow([]) })

/** Additions as a content: the form of the product with those of them that fit. */
export function overlaidContent(host: Pick<Host, 'amended' | 'plugins'>, overlay: FormOverlay, needsOf: NeedsOf): FormContent {
  const shipped = shippedForm(host, overlay.over)
  if (!shipped) return contentOfForm(overlaidForm(overlay.base, overlay.parts))
  return contentOfForm(overlaidForm(shipped, mergedOverlay(shipped, overlay, needsOf(shipped)).parts))
}

/** The form that additions are compared with, and the problems that keep them from being published. */
export function overlayAnswer(host: Pick<Host, 'amended' | 'plugins'>, overlay: FormOverlay,
  needsOf: NeedsOf): { readonly content: FormContent; readonly problems: readonly DesignProblem[]; readonly overlay: OverlayDesign } {
  const content = overlaidContent(host, overlay, needsOf)
  const shipped = shippedForm(host, overlay.over)
  if (!shipped)
    return { content, problems: [{ where: '', text: { cn: '产品中已没有这张表单', en: 'The product has no such form any more' } }],
      overlay: { shipped: overlay.base, base: overlay.base, needs: {}, questions: [] } }
  const needs = needsOf(shipped)
  const { questions } = mergedOverlay(shipped, overlay, needs)
  return { content, problems: overlayProblems(content.form, shipped, { needs, plugins: host.plugins }),
    overlay: { shipped, base: { ...overlay.base, flow: shipped.flow }, needs, questions } }
}

/** Acts on additions to forms of the product; each is within the transaction of a call. */
export const overlayActs = (needsOf: NeedsOf) => ({
  /** Saves the draft: the differences between the form as it was sent and as it is shipped. @throws Missing; StateMoved; Refused */
  async save(context: CommandContext, id: string, { revision, content }: { readonly revision: number; readonly content: FormContent }) {
    const { design, overlay, shipped } = await lockedOverlay(context, id, revision)
    const parts = overlayBetween(shipped, content.form)
    const strays = overlayProblems(content.form, shipped, { needs: {}, plugins: [] }).filter(({ isStray }) => isStray)
    const refused = [...strays, ...neededProblems(parts, needsOf(shipped))]
    if (refused.length > 0) throw refusedFor(refused)
    await store(context, design, { ...overlay, parts: savedParts(overlay, shipped, parts, needsOf(shipped)) })
  },

  /** Settles a question for the product or for the company. @throws Missing; StateMoved; Refused */
  async settle(context: CommandContext, id: string, { revision, question, choice }: SettleQuestion) {
    const { design, overlay, shipped } = await lockedOverlay(context, id, revision)
    const { questions } = mergedOverlay(shipped, overlay, needsOf(shipped))
    const asked = questions.find((each) => each.id === question)
    if (!asked) throw new Missing('designer.noSuchQuestion')
    if (choice === 'company' && !canKeep(asked)) throw new Refused('designer.cannotKeep')
    await store(context, design, settledOverlay(overlay, asked, { choice, form: shipped }))
  },

  /** Puts the draft in force for what is filed from now on. @throws Missing; StateMoved; Refused where a question is open */
  async publish(context: CommandContext, id: string, { revision, reason }: PublishFormDesign) {
    const { design, overlay, shipped } = await lockedOverlay(context, id, revision)
    const needs = needsOf(shipped)
    const { questions } = mergedOverlay(shipped, overlay, needs)
    if (questions.length > 0) throw new Refused('designer.questionsOpen', { count: questions.length })
    await demandSound(context, shipped, overlay, needs)
    const next: FormOverlay = { ...overlay, base: baseOf(shipped) }
    const { content, hash } = written(next)
    const version = await nextVersion(context.db, id)
    await context.db.insertInto('form_design_version').values({ design: id, version, content, hash, by: context.caller.id, at: context.at })
      .execute()
    await context.db.updateTable('form_design').set({ content, hash }).where('id', '=', id).execute()
    await enforce(context, design, { version, overlay: next, hash, action: 'publish', reason })
  },

  /** Puts an earlier version in force again, which also ends a stop; the draft stays. @throws Missing; Refused */
  async rollBack(context: CommandContext, id: string, { version, reason }: { readonly version: number; readonly reason: string }) {
    const design = await lockedDesign(context.db, id)
    if (design.version === version && design.state === 'published') throw new Refused('designer.notStopped')
    const { content, hash } = await versionOf(context.db, id, version)
    await enforce(context, design, { version, overlay: overlayOf(content), hash, action: 'rollback', reason })
  },

  /** Puts the form as it is shipped in force; documents that were filed with additions keep them. @throws Missing; Refused */
  async stop(context: CommandContext, id: string, reason: string) {
    const { db, caller, at } = context
    const { state, version } = await lockedDesign(db, id)
    if (state !== 'published' || version === null) throw new Refused('designer.notPublished')
    const { hash } = await versionOf(db, id, version)
    await db.updateTable('form_design').set({ state: 'stopped' }).where('id', '=', id).execute()
    await formPublications.record(db, { design: id, action: 'stop', version, content_hash: hash, reason, by: caller.id, at })
    await announceDesigned(db)
  },
})

/** @throws Missing if the design is not an overlay */
function overlayOf(content: StoredDesign['content']): FormOverlay {
  if (!isOverlay(content)) throw new Missing('designer.noSuchDesign')
  return content
}

async function lockedOverlay(context: CommandContext, id: string, revision: number) {
  const design = await lockedDesign(context.db, id)
  await demandRevision(context, design, revision)
  const overlay = overlayOf(design.content)
  const shipped = shippedForm(context.host, overlay.over)
  if (!shipped) throw new Refused('designer.unknownSource', { from: overlay.over })
  return { design, overlay, shipped }
}

const store = ({ db, caller, at }: CommandContext, { id, revision }: StoredDesign, overlay: FormOverlay) =>
  db.updateTable('form_design').set({ ...written(overlay), revision: revision + 1, saved_by: caller.id, saved_at: at }).where('id', '=', id)
    .execute()

const refusedFor = (problems: readonly DesignProblem[]): Refused =>
  new Refused('designer.notPublishable', { count: problems.length },
    problems.map(({ where, text }): FieldProblem => ({ field: where, code: 'designer.problem', message: text })))

/** @throws Refused `designer.notPublishable` at the places of the problems */
async function demandSound({ db, host }: CommandContext, shipped: Form, overlay: FormOverlay, needs: FieldNeeds): Promise<void> {
  const problems = overlayProblems(overlaidForm(shipped, overlay.parts), shipped, { needs, plugins: await modulesKept(db, host) })
  if (problems.length > 0) throw refusedFor(problems)
  const isUsed = await db.selectFrom('document').select('id').where('type', '=', overlay.over).limit(1).executeTakeFirst()
  if (!isUsed) return
  const versions = await db.selectFrom('form_design_version as version').innerJoin('form_design as design', 'design.id', 'version.design')
    .where('design.kind', '=', 'overlay').where('design.url_page', '=', overlay.over).select('version.content').execute()
  demandSameKinds(versions.flatMap(({ content }) => (isOverlay(content) ? addedFields(content) : [])), addedFields(overlay))
}

/** The fields and columns that a company added. */
const addedFields = ({ parts }: FormOverlay): readonly PlacedField[] =>
  parts.flatMap((part) => (part.of === 'added' ? fieldWithColumns(part.path, part.field) : []))

interface Enforced {
  readonly version: number
  readonly overlay: FormOverlay
  readonly hash: string
  readonly action: 'publish' | 'rollback'
  readonly reason: string
}

/** The version in force with its definition, in one transaction; every process composes itself anew when it commits. */
async function enforce({ db, host, caller, at }: CommandContext, { id }: StoredDesign,
  { version, overlay, hash, action, reason }: Enforced): Promise<void> {
  const shipped = shippedForm(host, overlay.over)
  if (!shipped) throw new Refused('designer.unknownSource', { from: overlay.over })
  await db.updateTable('form_design').set({ state: 'published', version }).where('id', '=', id).execute()
  await formPublications.record(db, { design: id, action, version, content_hash: hash, reason, by: caller.id, at })
  await publishWithin(db, shippedDefinitions(overlaidForm(shipped, overlay.parts), declaredOwners(host.plugins)), at)
  await announceDesigned(db)
  await demandStored(db, id, hash)
}

/** Reads back what is in force. @throws Error where it is not what was published */
async function demandStored(db: Db, design: string, hash: string): Promise<void> {
  const stored = await db.selectFrom('form_design as design').innerJoin('form_design_version as version',
    (join) => join.onRef('version.design', '=', 'design.id').onRef('version.version', '=', 'design.version'))
    .where('design.id', '=', design).select(['version.content', 'version.hash']).executeTakeFirstOrThrow()
  if (stored.hash !== hash || written(stored.content).hash !== hash)
    throw new Error(`the design ${design} is not stored as it was published`)
}
