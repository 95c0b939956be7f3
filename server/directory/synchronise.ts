import { MeaningfulError, Refused, StateMoved } from '#kernel/errors.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { textFinder } from '#kernel/wording/translate.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Env } from '#server/env.ts'
import { identityTexts } from '#server/identity/texts.ts'
import { outbound } from '#server/outbound/outbound.ts'
import type { Host, SyncSource } from '#server/host.ts'
import { syncRuns } from '#server/sync-log/sync-runs.ts'
import { applyChanges, fingerprintOf, holdDirectory, knownDirectory } from './apply.ts'
import { differences } from './differences.ts'
import type { Changes, ForeignDirectory } from './foreign.ts'
import { readDirectory, ScimFailure } from './scim.ts'
import { directoryTexts } from './texts.ts'

type SyncContext = Pick<Host, 'db' | 'env' | 'log' | 'clock'>

export interface DirectoryPreview {
  readonly changes: Changes
  /** Names exactly these changes: with it they are applied, or nothing is. */
  readonly fingerprint: string
}

/** Returns whether a directory is set up. */
export const isDirectorySet = ({ peopleDirectory }: Pick<Env, 'peopleDirectory'>): boolean => peopleDirectory !== undefined

/** Finds the changes of a synchronisation; writes nothing. @throws Refused `directory.notSet`, `directory.failed` */
export async function previewSync(host: SyncContext): Promise<DirectoryPreview> {
  const changes = differences(await knownDirectory(host.db), await foreignOf(host))
  return { changes, fingerprint: fingerprintOf(changes) }
}

interface SyncOrder {
  /** The person who asked for it. */
  readonly by: string
  /** Of the preview that was agreed to; without one it is done unless it would disable many. */
  readonly fingerprint?: string
}

/**
 * Makes the people of ours those of the directory: reads it, and writes what differs in one transaction. The run is in the
 * log of synchronisations whether it succeeds or not.
 * @throws Refused `directory.notSet`, `directory.failed`, `directory.many`; StateMoved when it is not what was previewed any more
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

/** For the log of synchronisations, where it may be asked for again. */
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

/** Half a company does not leave at once: an empty or half-read directory is likelier. */
const manyOf = (linked: number) => Math.max(5, Math.floor(linked / 4))

function demandAgreed(changes: Changes, fingerprint: string | undefined) {
  if (fingerprint !== undefined && fingerprint !== fingerprintOf(changes)) throw new StateMoved(undefined, 'directory.changed')
  const count = changes.people.filter(({ kind }) => kind === 'disabled').length
  if (fingerprint === undefined && count > manyOf(changes.linked)) throw new Refused('directory.many', { count })
}

/** For the log: who was left as they were. */
function messageOf({ failed }: Changes): string | null {
  if (failed.length === 0) return null
  const said = (locale: Locale) => failed.map(({ userName, code }) => `${userName}: ${find(code, {}, locale) ?? code}`)
  return bilingual({ cn: said('cn').join('；'), en: said('en').join('; ') })
}

const find = textFinder(directoryTexts, identityTexts)

const worded = ({ code, parameters }: MeaningfulError) =>
  bilingual({ cn: find(code, parameters, 'cn') ?? code, en: find(code, parameters, 'en') ?? code })
