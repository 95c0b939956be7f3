import { Missing, Refused, StateMoved } from '#kernel/errors.ts'
import type { DraftComment, DraftRow, NamedUser, PartDifference, SavedDraft, SaveDraft } from '#kernel/flow/design.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Block, Flow } from '#kernel/flow.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { Directory } from '#approval/directory.ts'
import { canonical } from '#server/canonical.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { contentOf } from '../definitions/definition-store.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { flowDifferences, isSame, mergedFlow } from '../flow-versions/flow-difference.ts'
import { mustPoint } from '../flow-versions/decide.ts'

/** A stored draft, with its last body. */
export interface StoredDraft {
  readonly id: string
  readonly key: string
  readonly name: string
  /** Hash of the version that it is based on. */
  readonly base: string
  readonly revision: number
  readonly changedBy: string
  readonly flow: Flow
  readonly content: string
}

/** Numbers of open drafts by form. */
export async function draftCounts(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('flow_draft').where('ended_at', 'is', null).groupBy('key')
    .select(({ fn }) => ['key', fn.countAll<string>().as('count')]).execute()
  return new Map(rows.map(({ key, count }) => [key, Number(count)]))
}

/** Open drafts of a flow, the last changed first. */
export async function draftRows(db: Db, directory: Pick<Directory, 'person'>,
  { key, current, id }: { readonly key: string; readonly current: string; readonly id?: string }): Promise<readonly DraftRow[]> {
  const rows = await db.selectFrom('flow_draft as draft').innerJoin('definition as base',
    (join) => join.on('base.kind', '=', 'flow').onRef('base.key', '=', 'draft.key').onRef('base.hash', '=', 'draft.base'))
    .where('draft.key', '=', key).where('draft.ended_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('draft.id', '=', id ?? ''))
    .selectAll('draft').select('base.version')
    .select(({ selectFrom }) =>
      selectFrom('flow_draft_comment as comment').whereRef('comment.draft', '=', 'draft.id').select(({ fn }) =>
        fn.countAll<string>().as('count')
      ).as('comments')
    )
    .orderBy('draft.changed_at', 'desc').orderBy('draft.id').execute()
  const named = (person: string): NamedUser => ({ id: person, name: directory.person(person)?.name ?? person })
  return rows.map((row) => ({ id: row.id, name: row.name, revision: row.revision, base: row.base, baseVersion: row.version,
    isOutdated: row.base !== current, createdBy: named(row.created_by), changedBy: named(row.changed_by), createdAt: nowOf(row.created_at),
    changedAt: nowOf(row.changed_at), comments: Number(row.comments ?? 0) })
  )
}

/** Reads an open draft. @throws Missing `documents.noSuchDraft` */
export async function readDraft(db: Db, key: string, id: string, { isLocked = false } = {}): Promise<StoredDraft> {
  const row = await db.selectFrom('flow_draft').selectAll().where('id', '=', id).where('key', '=', key).where('ended_at', 'is', null)
    .$if(isLocked, (query) => query.forUpdate()).executeTakeFirst()
  if (!row) throw new Missing('documents.noSuchDraft')
  const { body, content } = await db.selectFrom('flow_draft_revision').select(['body', 'content']).where('draft', '=', id).where('revision',
    '=', row.revision).executeTakeFirstOrThrow()
  return { id, key, name: row.name, base: row.base, revision: row.revision, changedBy: row.changed_by, flow: body, content }
}

/** Maximum number of open drafts per flow. */
const most = 20

/**
 * Creates a draft from a version, with its body or another one, and returns its id.
 * @throws Missing for an unknown version; Refused where there are too many
 */
export async function createDraft({ db, flows, caller, at }: CommandContext,
  { key, name, from, flow }: { readonly key: string; readonly name: string; readonly from?: string | undefined;
    readonly flow?: Flow | undefined }): Promise<string> {
  const { open } = await db.selectFrom('flow_draft').where('key', '=', key).where('ended_at', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('open')).executeTakeFirstOrThrow()
  if (Number(open) >= most) throw new Refused('documents.tooManyDrafts', { most })
  const base = from ?? (await mustPoint(db, key)).hash
  const body = flow ?? (await flows.pinned(db, key, base)).flow
  const id = newId()
  await db.insertInto('flow_draft').values({ id, key, name, base, revision: 1, created_by: caller.id, created_at: at, changed_by: caller.id,
    changed_at: at }).execute()
  await insertRevision(db, { draft: id, revision: 1, flow: body, by: caller.id, at })
  return id
}

const insertRevision = (db: Db,
  { draft, revision, flow, by, at }: { readonly draft: string; readonly revision: number; readonly flow: Flow; readonly by: string;
    readonly at: Date }) =>
  db.insertInto('flow_draft_revision').values({ draft, revision, body: canonical(flow), content: contentOf(flow), by, at }).execute()

/** The outcome of a save, before the draft is read again for the answer. */
export type SaveOutcome = Omit<SavedDraft, 'draft' | 'other'> & { readonly other: string | null }

/**
 * Saves a draft. Concurrent changes are merged part by part; nothing is stored where both changed the same part.
 * @throws Missing; StateMoved for an unknown revision
 */
export async function saveDraft({ db, caller, at }: CommandContext,
  { key, id, save }: { readonly key: string; readonly id: string; readonly save: SaveDraft }): Promise<SaveOutcome> {
  const stored = await readDraft(db, key, id, { isLocked: true })
  const joined = await joinedWith(db, stored, save)
  if (!joined.flow) return { outcome: 'conflict', other: stored.changedBy, conflicts: joined.conflicts }
  const name = save.name ?? stored.name
  if (!isSame(joined.flow, stored.flow) || name !== stored.name) {
    const revision = stored.revision + 1
    await insertRevision(db, { draft: id, revision, flow: joined.flow, by: caller.id, at })
    await db.updateTable('flow_draft').set({ name, revision, changed_by: caller.id, changed_at: at }).where('id', '=', id).execute()
  }
  return { outcome: joined.isMerged ? 'merged' : 'saved', other: joined.isMerged ? stored.changedBy : null, conflicts: [] }
}

interface JoinedFlow {
  readonly flow: Flow | undefined
  readonly isMerged: boolean
  readonly conflicts: readonly PartDifference[]
}

async function joinedWith(db: Db, stored: StoredDraft, { revision, base, flow: mine }: SaveDraft): Promise<JoinedFlow> {
  if (revision === stored.revision && base === stored.content) return { flow: mine, isMerged: false, conflicts: [] }
  const seen = await db.selectFrom('flow_draft_revision').select(['body', 'content']).where('draft', '=', stored.id).where('revision', '=',
    revision).executeTakeFirst()
  if (!seen || seen.content !== base) throw new StateMoved(undefined, 'error.recordChanged')
  return joinedFlows({ base: seen.body, theirs: stored.flow, mine })
}

/** Both changes in one flow, or the parts that both changed to something different. */
export function joinedFlows({ base, theirs, mine }: { readonly base: Flow; readonly theirs: Flow; readonly mine: Flow }): JoinedFlow {
  const three = { base, shipped: theirs, own: mine }
  const flow = mergedFlow(three)
  const conflicts = flow ? [] : flowDifferences(three).filter(({ isConflict }) => isConflict)
    .map(({ node, attribute, base: before, shipped, own }) => ({ node, attribute, base: before, theirs: shipped, mine: own }))
  return { flow, isMerged: !isSame(base, theirs), conflicts }
}

/** Ends a draft; its saves and comments are kept. @throws Missing */
export async function endDraft({ db, at }: CommandContext, key: string, id: string): Promise<void> {
  await readDraft(db, key, id, { isLocked: true })
  await db.updateTable('flow_draft').set({ ended_at: at }).where('id', '=', id).execute()
}

/** Deletes a draft as its reader saw it. @throws Missing; StateMoved, which names who changed it since that revision */
export async function deleteDraft(context: CommandContext,
  { key, id, revision }: { readonly key: string; readonly id: string; readonly revision?: number | undefined }): Promise<void> {
  const stored = await readDraft(context.db, key, id, { isLocked: true })
  if (revision !== undefined && revision !== stored.revision) {
    const directory = await context.host.directory(context.db)
    throw new StateMoved(undefined, 'documents.draftChanged', { name: directory.person(stored.changedBy)?.name ?? stored.changedBy })
  }
  await endDraft(context, key, id)
}

/**
 * Deletes a step, or a block with its content, from a draft.
 * @throws Missing for an unknown step; Refused `documents.nodeInForce` where the step was changed since that revision
 */
export async function deleteNode(context: CommandContext,
  { key, id, node, revision }: { readonly key: string; readonly id: string; readonly node: string; readonly revision: number }
): Promise<SaveOutcome> {
  const stored = await readDraft(context.db, key, id, { isLocked: true })
  const seen = await context.db.selectFrom('flow_draft_revision').select(['body']).where('draft', '=', id).where('revision', '=', revision)
    .executeTakeFirst()
  const [now, before] = [blockOf(stored.flow.steps, node), seen && blockOf(seen.body.steps, node)]
  if (!now) throw new Missing('documents.noSuchNode')
  if (!before || !isSame(now, before)) throw new Refused('documents.nodeInForce')
  const flow = { ...stored.flow, steps: without(stored.flow.steps, node) }
  return saveDraft(context, { key, id, save: { revision: stored.revision, base: stored.content, flow } })
}

function blockOf(steps: readonly Block[], id: string): Block | undefined {
  for (const step of steps) {
    const found = step.id === id ? step : branches(step).map((branch) => blockOf(branch, id)).find((block) => block !== undefined)
    if (found) return found
  }
  return undefined
}

const branches = (block: Block): readonly (readonly Block[])[] =>
  block.block === 'parallel'
    ? block.branches
    : block.block === 'exclusive' || block.block === 'inclusive'
    ? [...block.branches.map(({ steps }) => steps), block.otherwise ?? []]
    : []

function without(steps: readonly Block[], id: string): readonly Block[] {
  return steps.filter((step) => step.id !== id).map((step): Block => {
    if (step.block === 'parallel') return { ...step, branches: step.branches.map((branch) => without(branch, id)) }
    if (step.block !== 'exclusive' && step.block !== 'inclusive') return step
    return { ...step, branches: step.branches.map((branch) => ({ ...branch, steps: without(branch.steps, id) })),
      otherwise: without(step.otherwise ?? [], id) }
  })
}

/** The comments on a draft, the oldest first. @throws Missing */
export async function draftComments(db: Db, directory: Pick<Directory, 'person'>, key: string,
  id: string): Promise<readonly DraftComment[]> {
  await readDraft(db, key, id)
  const rows = await db.selectFrom('flow_draft_comment').selectAll().where('draft', '=', id).orderBy('id').execute()
  return rows.map(({ id: comment, node, text, by, at }) => ({ id: comment, node, text,
    by: { id: by, name: directory.person(by)?.name ?? by }, at: nowOf(at) })
  )
}

/** Adds a comment to a draft or one of its steps and returns its id. @throws Missing */
export async function addComment({ db, caller, at }: CommandContext,
  { key, id, node, text }: { readonly key: string; readonly id: string; readonly node: string | undefined;
    readonly text: string }): Promise<string> {
  const { flow } = await readDraft(db, key, id)
  if (node !== undefined && !blockOf(flow.steps, node) && !nodesOf(flow).some((each) => each.id === node))
    throw new Missing('documents.noSuchNode')
  const comment = newId()
  await db.insertInto('flow_draft_comment').values({ id: comment, draft: id, node: node ?? null, text, by: caller.id, at }).execute()
  return comment
}
