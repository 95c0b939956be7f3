import './tables.ts'
import { createHash } from 'node:crypto'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { announceDesigned } from '#server/recomposition.ts'
import type { CommandContext } from '#server/unit-of-work.ts'
import { registerProblems } from '../../registers/checks.ts'
import type { RegisterContent } from '../../registers/wire.ts'
import { modulesKept } from '../designs.ts'
import { registerPublications } from '../publications.ts'
import { demandSeen, lockedRegister, registerVersion, type StoredRegister } from './designs.ts'
import { storeAs } from './storage.ts'

/** @throws Refused `designer.notPublishable` at the places of the problems */
async function demandSound({ db, host }: Pick<CommandContext, 'db' | 'host'>, content: RegisterContent): Promise<void> {
  const problems = registerProblems(content, await modulesKept(db, host))
  if (problems.length > 0)
    throw new Refused('designer.notPublishable', { count: problems.length },
      problems.map(({ where, text }) => ({ field: where, code: 'designer.problem', message: text })))
}

/** Publishes the draft as the next version. @throws Missing; StateMoved; Refused */
export async function publishRegister(context: CommandContext, id: string,
  { revision, reason }: { readonly revision: number; readonly reason: string }): Promise<void> {
  const { db, caller, at } = context
  const design = await lockedRegister(db, id)
  await demandSeen(context, design, revision)
  await demandSound(context, design.content)
  const { last } = await db.selectFrom('register_design_version').where('design', '=', id).select(({ fn }) => fn.max('version').as('last'))
    .executeTakeFirstOrThrow()
  const version = (last ?? 0) + 1
  await db.insertInto('register_design_version').values({ design: id, version, content: JSON.stringify(design.content), hash: design.hash,
    by: caller.id, at }).execute()
  await enforce(context, design, { version, content: design.content, hash: design.hash, action: 'publish', reason })
}

/** Puts an earlier version in force again, which also ends a stop; the draft stays. @throws Missing; Refused */
export async function rollBackRegister(context: CommandContext, id: string,
  { version, reason }: { readonly version: number; readonly reason: string }): Promise<void> {
  const design = await lockedRegister(context.db, id)
  if (design.version === version && design.state === 'published') throw new Refused('designer.notStopped')
  const { content, hash } = await registerVersion(context.db, id, version)
  await demandSound(context, content)
  await enforce(context, design, { version, content, hash, action: 'rollback', reason })
}

/** Ends changes and new references; the records are read as before. @throws Missing; Refused where it is not in force */
export async function stopRegister({ db, caller, at }: CommandContext, id: string, reason: string): Promise<void> {
  const { state, version } = await lockedRegister(db, id)
  if (state !== 'published' || version === null) throw new Refused('designer.register.notPublished')
  const { hash } = await registerVersion(db, id, version)
  await db.updateTable('register_design').set({ state: 'stopped' }).where('id', '=', id).execute()
  await registerPublications.record(db, { design: id, action: 'stop', version, content_hash: hash, reason, by: caller.id, at })
  await announceDesigned(db)
}

interface Enforced {
  readonly version: number
  readonly content: RegisterContent
  readonly hash: string
  readonly action: 'publish' | 'rollback'
  readonly reason: string
}

/** Stores the records as the version says, in the same transaction that puts it in force; it is read back. */
async function enforce(context: CommandContext, design: StoredRegister,
  { version, content, hash, action, reason }: Enforced): Promise<void> {
  const { db, caller, at } = context
  await storeAs(context, design, content, version)
  await db.updateTable('register_design').set({ state: 'published', version }).where('id', '=', design.id).execute()
  await registerPublications.record(db, { design: design.id, action, version, content_hash: hash, reason, by: caller.id, at })
  await demandStored(db, design.id, hash)
  await announceDesigned(db)
}

/** @throws Error where what is in force is not what was published */
async function demandStored(db: Db, design: string, hash: string): Promise<void> {
  const stored = await db.selectFrom('register_design as design').innerJoin('register_design_version as version',
    (join) => join.onRef('version.design', '=', 'design.id').onRef('version.version', '=', 'design.version'))
    .where('design.id', '=', design).select(['version.content', 'version.hash']).executeTakeFirstOrThrow()
  const read = createHash('sha256').update(JSON.stringify(stored.content)).digest('hex')
  if (stored.hash !== hash || read !== hash) throw new Error(`the register ${design} is not stored as it was published`)
}
