import { createHash } from 'node:crypto'
import { MeaningfulError, Refused, StateMoved } from '#kernel/errors.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { bilingual, composeName, splitName } from '#kernel/wording/names.ts'
import { textFinder } from '#kernel/wording/translate.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Env } from '#server/env.ts'
import { identityTexts } from '#server/identity/texts.ts'
import { outbound } from '#server/outbound/outbound.ts'
import type { Host, SyncSource } from '#server/host.ts'
import { syncRuns } from '#server/sync-log/sync-runs.ts'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import { shapeTree } from '#server/identity/organisation/groups.ts'
import { listsByKey } from '#server/identity/lists-by-key.ts'
import { users } from '#server/identity/organisation/users.ts'
import { differences } from './differences.ts'
import type { Changes, ForeignDirectory, KnownDirectory, PersonChange } from './foreign.ts'
import { readDirectory, ScimFailure } from './scim.ts'
import { directoryTexts } from './texts.ts'

type SyncContext = Pick<Host, 'db' | 'env' | 'log' | 'clock'>

export interface DirectoryPreview {
  readonly changes: Changes
  /** Hash of the changes: with it, exactly these are applied, or none. */
  readonly fingerprint: string
}

/** Returns whether a directory is configured. */
export const isDirectorySet = ({ peopleDirectory }: Pick<Env, 'peopleDirectory'>): boolean => peopleDirectory !== undefined

/** Finds the changes of a synchronisation without writing. @throws Refused `directory.notSet`, `directory.failed` */
export async function previewSync(host: SyncContext): Promise<DirectoryPreview> {
  const changes = differences(await knownDirectory(host.db), await foreignOf(host))
  return { changes, fingerprint: fingerprintOf(changes) }
}

interface SyncOrder {
  /** The person who started it. */
  readonly by: string
  /** Fingerprint of the confirmed preview; without it, the synchronisation is refused where it would disable many. */
  readonly fingerprint?: string
}

/**
 * Synchronises our people with the directory: reads it, and writes the differences in one transaction. The run is logged whether it
 * succeeds or not.
 * @throws Refused `directory.notSet`, `directory.failed`, `directory.many`; StateMoved where the changes differ from the preview
 */
export async function synchronise(host: SyncContext, { by, fingerprint }: SyncOrder): Promise<Changes> {
  demandSet(host)
  const runs = syncRuns(host)
  const run = await runs.start('PERSONNEL', by)
  try {
    const foreign = await foreignOf(host)
    const changes = await transaction(host.db, async (db) => {
      const found = differences(await holdDirectory(db), foreign)
      demandAgreed(found, fingerprint)
      await applyChanges(db, found, { by, at: host.clock.now() })
      return found
    })
    const { people: { length: success }, failed: { length: failed } } = changes
    await runs.finish(run, { result: failed === 0 ? 'SUCCESS' : 'FAILURE', total: success + failed, success, failed,
      message: messageOf(changes) })
    return changes
  } catch (error) {
    await runs.finish(run, { result: 'FAILURE',
      message: worded(error instanceof MeaningfulError ? error : new Refused('directory.failed')) })
    throw error
  }
}

/** Source in the log of synchronisations, which can start it again. */
export const personnelSource: SyncSource = {
  kind: 'PERSONNEL',
  cn: '人员',
  en: 'Personnel',
  isConfigured: isDirectorySet,
  run: async (host, by) => void (await synchronise(host, { by })),
}

function demandSet({ env }: Pick<SyncContext, 'env'>): NonNullable<Env['peopleDirectory']> {
  if (!env.peopleDirectory) throw new Refused('directory.notSet')
  return env.peopleDirectory
}

async function foreignOf({ env, log }: SyncContext): Promise<ForeignDirectory> {
  const { url, ...settings } = demandSet({ env })
  try {
    return await readDirectory({ url, ...settings, ask: outbound({ allow: [url] }) })
  } catch (error) {
    if (!(error instanceof ScimFailure)) throw error
    log.error({ err: error }, 'the people directory could not be read')
    throw new Refused('directory.failed', { trouble: error.kind })
  }
}

/** Limit of disabled people without confirmation: a larger number rather indicates an empty or incomplete directory. */
const manyOf = (linked: number) => Math.max(5, Math.floor(linked / 4))

function demandAgreed(changes: Changes, fingerprint: string | undefined) {
  if (fingerprint !== undefined && fingerprint !== fingerprintOf(changes)) throw new StateMoved(undefined, 'directory.changed')
  const count = changes.people.filter(({ kind }) => kind === 'disabled').length
  if (fingerprint === undefined && count > manyOf(changes.linked)) throw new Refused('directory.many', { count })
}

/** The people who were left unchanged, for the log. */
function messageOf({ failed }: Changes): string | null {
  if (failed.length === 0) return null
  const said = (locale: Locale) => failed.map(({ userName, code }) => `${userName}: ${find(code, {}, locale) ?? code}`)
  return bilingual({ cn: said('cn').join('；'), en: said('en').join('; ') })
}

const find = textFinder(directoryTexts, identityTexts)

const worded = ({ code, parameters }: MeaningfulError) =>
  bilingual({ cn: find(code, parameters, 'cn') ?? code, en: find(code, parameters, 'en') ?? code })

/** Reads and locks all people and units; until the end of the transaction, no other call synchronises or moves units. */
async function holdDirectory(db: Db): Promise<KnownDirectory> {
  await shapeTree(db)
  return knownDirectory(db)
}

/** Reads our people and units for the comparison with the directory. */
async function knownDirectory(db: Db): Promise<KnownDirectory> {
  const rows = await db.selectFrom('sys_user').select(['id', 'user_name', 'name', 'email', 'phone', 'job_number', 'position',
    'position_level', 'enable', 'admin', 'del_flag', 'outer_id', 'outer_active']).orderBy('id').execute()
  const memberships = await db.selectFrom('sys_user_group').select(['user_id', 'group_id']).orderBy('is_main', 'desc').orderBy('sort')
    .orderBy('group_id').execute()
  const departments = listsByKey(memberships.map(({ user_id, group_id }) => [user_id, group_id] as const))
  const units = await db.selectFrom('sys_group').select(['id', 'name', 'code', 'outer_id']).where('del_flag', '=', 0).where('enable', '=',
    true).orderBy('id').execute()
  return {
    people: rows.map((row) => ({
      id: row.id,
      userName: row.user_name,
      name: row.name,
      email: row.email,
      phone: row.phone,
      jobNumber: row.job_number,
      position: row.position,
      positionLevel: row.position_level,
      enabled: row.enable,
      admin: row.admin,
      deleted: row.del_flag !== 0,
      outerId: row.outer_id,
      outerActive: row.outer_active,
      departments: departments.get(row.id) ?? [],
    })),
    units: units.map(({ id, name, code, outer_id: outerId }) => ({ id, name, code, outerId })),
    levels: await levelWords(db),
  }
}

async function levelWords(db: Db): Promise<ReadonlyMap<string, string>> {
  const offered = (await dictionaries(db).list('positionLevel')).filter(({ disabled }) => !disabled)
  return new Map(
    offered.flatMap(({ value, label, localName }) => [label, localName, value].map((word) => [word.toLowerCase(), value] as const)),
  )
}

interface ApplyContext {
  /** The person who started it. */
  readonly by: string
  /** The time of the synchronisation; its day is the leaving date of people missing in the directory. */
  readonly at: Date
}

/** Writes the changes inside the caller's transaction. */
async function applyChanges(db: Db, { people, tied, known }: Changes, applying: ApplyContext): Promise<void> {
  for (const { unit, outerId } of tied) await db.updateTable('sys_group').set({ outer_id: outerId }).where('id', '=', unit).execute()
  for (const { id, outerId, active } of known)
    await db.updateTable('sys_user').set({ outer_id: outerId, outer_active: active }).where('id', '=', id).execute()
  for (const change of people) await applyChange(db, change, applying)
}

async function applyChange(db: Db, change: PersonChange, applying: ApplyContext) {
  const { id, kind, isGone } = change
  if (id === undefined) await add(db, change, applying)
  else if (kind === 'disabled')
    await users(db, applying.at).setEnabled(id, false, { by: applying.by, ...(isGone && { leavingDate: todayOf(applying.at) }) })
  else await edit(db, id, change, applying)
}

/** Adds a person, who signs in at the identity provider, and has no password here until an administrator sets one. */
async function add(db: Db, { outerId, userName, name, details, departments = [] }: PersonChange, { by, at }: ApplyContext) {
  const id = await users(db, at).create({ ...details, userName, name, departments: departments.map((unit) => ({ id: unit })) })
  await db.updateTable('sys_user').set({ outer_id: outerId, outer_active: true, create_by: by }).where('id', '=', id).execute()
}

async function edit(db: Db, id: string, { name, details, departments, enable }: PersonChange, { by, at }: ApplyContext) {
  const named = details.name === undefined ? {} : { name: keptName(details.name, name) }
  if (Object.keys(details).length > 0) await users(db, at).update(id, { ...details, ...named }, by)
  if (departments) await setDepartments(db, { id, at }, departments)
  if (enable) await users(db, at).setEnabled(id, true, { by, leavingDate: null })
}

/** Positions within departments are kept. */
async function setDepartments(db: Db, { id, at }: { readonly id: string; readonly at: Date }, departments: readonly string[]) {
  const rows = await db.selectFrom('sys_user_group').select(['group_id', 'position']).where('user_id', '=', id).execute()
  await users(db, at).setDepartments(id,
    departments.map((unit) => ({ id: unit, position: rows.find(({ group_id: group }) => group === unit)?.position ?? null })))
  await db.updateTable('sys_user').set((eb) => ({ version: eb('version', '+', 1), update_time: at })).where('id', '=', id)
    .execute()
}

/** The new name; one without an English half keeps the existing English half. */
function keptName(name: string, before: string): string {
  return name.includes('/') || !before.includes('/') ? name : composeName({ cn: name, en: splitName(before).en })
}

/** Hash of the changes, by which applied and previewed changes are compared. */
const fingerprintOf = ({ people, tied, known }: Changes): string =>
  createHash('sha256').update(JSON.stringify([people, tied, known])).digest('hex')
