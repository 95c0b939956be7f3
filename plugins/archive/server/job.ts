import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import { splitName } from '#kernel/wording/names.ts'
import { storageOf } from '#server/attachments/storage/storage-of.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Tables } from '#server/database/tables.ts'
import { type Job, type JobWork, minutes } from '#server/jobs/job.ts'
import { serverMessages } from '#server/server-messages.ts'
import { periodOf } from '../period.ts'
import { archivist } from './build/archivist.ts'
import { makeDocument, type DocumentFilesContext } from './build/document-files.ts'
import { beginAnew, clearShelf, finishPackage } from './build/finish.ts'
import { bookedTypes, planDocuments } from './build/plan.ts'
import type { Shelf } from './build/shelf.ts'
import type { PackageLanguage } from './build/speaking.ts'
import { departmentsByCompany } from './companies.ts'
import { spanOf } from './packages.ts'
import './tables.ts'

type Package = Selectable<Tables['archive_package']>

/** Of each half minute, what it may take, ms: other jobs wait meanwhile. */
const share = 15_000
/** The number of times that the making of a package is tried. */
const mostFailures = 3

/**
 * Makes the packages that were asked for, one document after the other. Each is kept when it is made, so that an instance that
 * goes on finds it there; the zip is written in one go.
 */
export const buildArchives: Job = {
  name: 'buildArchives',
  every: minutes(0.5),
  async run(work) {
    const until = work.host.clock.now().getTime() + share
    const isTime = () => !work.signal.aborted && work.host.clock.now().getTime() < until
    await clearReady(work)
    for (let made = await next(work); made && isTime(); made = await next(work)) {
      if (!(await tryPackage(work, made, isTime))) return
    }
  },
}

const next = ({ db }: JobWork): Promise<Package | undefined> =>
  db.selectFrom('archive_package').selectAll().where('state', 'in', ['waiting', 'building']).orderBy('requested_at').orderBy('id').limit(1)
    .executeTakeFirst()

/** Makes one package; a failure must not keep the others waiting. Returns whether there is time for another. */
async function tryPackage(work: JobWork, made: Package, isTime: () => boolean): Promise<boolean> {
  try {
    return await makePackage(work, made, isTime)
  } catch (error) {
    if (work.signal.aborted || (error instanceof Refused && error.code === 'prints.busy')) return false
    work.host.log.error({ err: error, package: made.id }, 'an accounting archive could not be made')
    await work.db.updateTable('archive_package').set((eb) => ({ failures: eb('failures', '+', 1),
      state: sql<'failed'>`case when failures + 1 >= ${mostFailures} then 'failed' else state end` })
    ).where('id', '=', made.id).where('state', 'in', ['waiting', 'building']).execute()
    return false
  }
}

async function makePackage(work: JobWork, made: Package, isTime: () => boolean): Promise<boolean> {
  const { host, db, signal } = work
  const shelf: Shelf = { db, storage: storageOf(host.env), package: made.id }
  const { period, query } = await booksOf(work, made)
  if (made.documents_total === null)
    await planDocuments(db, { id: made.id, company: made.company, ...query }, bookedTypes(host.forms.values()))
  else if (made.state === 'waiting') await beginAnew(shelf)
  const { language: locale } = made
  const find = serverMessages(host.plugins)
  const requester = await requesterOf(work, made)
  const context = { host, flows: host.definitions, db, caller: archivist(splitName(requester)[locale], locale), at: made.requested_at }
  if (!(await makeDocuments({ shelf, context, find }, isTime)) || signal.aborted) return false
  const say: PackageLanguage['say'] = (code, parameters) => find(code, parameters, locale) ?? code
  await finishPackage({ host, shelf, made, period, query, speaking: { locale, say }, requester, at: host.clock.now(), signal })
  await clearShelf(shelf)
  return true
}

/** Returns whether they are all made. */
async function makeDocuments(making: DocumentFilesContext, isTime: () => boolean): Promise<boolean> {
  const { shelf } = making
  for (let document = await nextDocument(shelf); document !== undefined; document = await nextDocument(shelf)) {
    if (!isTime()) return false
    await noteMade(shelf, document, JSON.stringify(await makeDocument(making, document)))
  }
  return true
}

/** The period of a package, and what of the ledger belongs to it. */
async function booksOf({ host, db }: JobWork, made: Package) {
  const period = periodOf(made.period)
  if (!period) throw new Error(`${made.period} is no period`)
  return { period, query: { departments: (await departmentsByCompany(host, db)).get(made.company) ?? [], ...spanOf(period) } }
}

const requesterOf = async ({ db }: JobWork, { requested_by: id }: Package): Promise<string> =>
  (await db.selectFrom('sys_user').select('name').where('id', '=', id).executeTakeFirst())?.name ?? id

const nextDocument = async ({ db, package: id }: Shelf): Promise<string | undefined> =>
  (await db.selectFrom('archive_document').select('document').where('package', '=', id).where('facts', 'is', null).orderBy('position')
    .limit(1).executeTakeFirst())?.document

/** Counts the document once, whoever made it. */
const noteMade = ({ db, package: id }: Shelf, document: string, facts: string): Promise<void> =>
  transaction(db, async (tx) => {
    await tx.updateTable('archive_document').set({ facts }).where('package', '=', id).where('document', '=', document).where('facts', 'is',
      null).execute()
    const { done } = await tx.selectFrom('archive_document').select((eb) => eb.fn.countAll<string>().as('done')).where('package', '=', id)
      .where('facts', 'is not', null)
      .executeTakeFirstOrThrow()
    await tx.updateTable('archive_package').set({ documents_done: Number(done) }).where('id', '=', id).execute()
  })

/** Clears the parts of ready packages, where that was cut short. */
async function clearReady({ host, db }: JobWork): Promise<void> {
  const left = await db.selectFrom('archive_package').select('id').where('state', '=', 'ready')
    .where((eb) => eb.exists(eb.selectFrom('archive_file').select('name').whereRef('package', '=', 'archive_package.id'))).limit(10)
    .execute()
  for (const { id } of left) await clearShelf({ db, storage: storageOf(host.env), package: id })
}
