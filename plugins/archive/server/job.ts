import { Readable } from 'node:stream'
import { type Selectable, sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import { nameOf, splitName } from '#kernel/wording/names.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { everything } from '#kernel/permissions.ts'
import type { Form } from '#kernel/form.ts'
import { nowOf } from '#kernel/values/dates.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { storageOf } from '#server/attachments/storage/storage.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { type Job, type JobWork, minutes } from '#server/jobs/job.ts'
import { serverMessages } from '#server/server-messages.ts'
import { type Caller, nobody } from '#server/identity/caller.ts'
import { read } from '#server/documents/detail.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import type { ReadDocument } from '#server/documents/lifecycle/engine-facts.ts'
import { timelineViewOf } from '#server/documents/timeline/view.ts'
import type { TimelineRecord } from '#server/documents/timeline/record.ts'
import { withheldOf } from '#server/documents/values/disclosed-values.ts'
import { labelsOf } from '#server/documents/values/labels.ts'
import { printoutOf } from '#server/prints/printout-of.ts'
import { renderPdf } from '#server/prints/render.ts'
import { companySeals } from '#plugins/templates/server/public-api.ts'
import type { DocumentFacts } from './tables.ts'
import { periodOf } from '../period.ts'
import { beginAnew, clearShelf, finishPackage } from './build/finish.ts'
import { keepFile, type Shelf } from './build/shelf.ts'
import type { PackageLanguage } from './build/registers.ts'
import { departmentsByCompany } from './companies.ts'
import { spanOf } from './packages.ts'
import { holdFiles, keepReadings, pathSafe } from './build/originals.ts'

type Package = Selectable<Tables['archive_package']>

/** Maximum duration of a run per half minute in ms, so that other jobs are not delayed. */
const share = 15_000
/** Attempts after which a package is marked as failed. */
const mostFailures = 3

/**
 * Job that builds requested packages, document by document. Each document's files are stored when done, so that an interrupted build is
 * resumed; only the zip is written in one go.
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

/** Builds one package; a failure does not delay others. @returns whether there is time for another one */
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

/** Builds the documents of a package. @returns whether all are done */
async function makeDocuments(making: DocumentFilesContext, isTime: () => boolean): Promise<boolean> {
  const { shelf } = making
  for (let document = await nextDocument(shelf); document !== undefined; document = await nextDocument(shelf)) {
    if (!isTime()) return false
    await noteMade(shelf, document, JSON.stringify(await makeDocument(making, document)))
  }
  return true
}

/** Period of a package, and the query for its ledger entries. */
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

/** Marks a document as done, and updates the count of done documents. */
const noteMade = ({ db, package: id }: Shelf, document: string, facts: string): Promise<void> =>
  transaction(db, async (tx) => {
    await tx.updateTable('archive_document').set({ facts }).where('package', '=', id).where('document', '=', document).where('facts', 'is',
      null).execute()
    const { done } = await tx.selectFrom('archive_document').select((eb) => eb.fn.countAll<string>().as('done')).where('package', '=', id)
      .where('facts', 'is not', null)
      .executeTakeFirstOrThrow()
    await tx.updateTable('archive_package').set({ documents_done: Number(done) }).where('id', '=', id).execute()
  })

/** Continues the interrupted clean-up of ready packages. */
async function clearReady({ host, db }: JobWork): Promise<void> {
  const left = await db.selectFrom('archive_package').select('id').where('state', '=', 'ready')
    .where((eb) => eb.exists(eb.selectFrom('archive_file').select('name').whereRef('package', '=', 'archive_package.id'))).limit(10)
    .execute()
  for (const { id } of left) await clearShelf({ db, storage: storageOf(host.env), package: id })
}

/**
 * Technical reader of documents for packages: sees all documents and columns, but nothing confidential to roles, and only the last four
 * digits of account numbers. A package thus contains no more than a shared print, whoever requested it.
 */
const archivist = (name: string, locale: Locale): Caller => ({ ...nobody, name, locale, admin: true, permissions: new Set([everything]) })

interface PackagePlan {
  readonly id: string
  readonly company: string
  readonly departments: readonly string[]
  readonly from: Date
  readonly until: Date
}

/** Forms whose documents belong to the books: those with an amount or a budget. */
const bookedTypes = (forms: Iterable<Form>): readonly string[] =>
  [...forms].filter(({ amount, budget }) => amount !== undefined || budget !== undefined).map(({ key }) => key)

/**
 * Determines the documents of a package: completed or voided within its period, and filed in the company or borne by one of its
 * departments. Based on the history, so that a package of a period is always the same.
 */
async function planDocuments(db: Db, { id, company, departments, from, until }: PackagePlan, types: readonly string[]): Promise<void> {
  await transaction(db, async (tx) => {
    const locked = await tx.selectFrom('archive_package').select('documents_total').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!locked || locked.documents_total !== null) return
    const { numAffectedRows } = await sql`
      insert into archive_document (package, position, document)
      select ${id}, row_number() over (order by document.number, document.id), document.id from document
      where document.type = any(${types}) and (document.value ->> 'company' = ${company} or document.bearing ?| ${departments}::text[])
        and exists (select from document_event event where event.document = document.id and event.type in ('completed', 'voided')
          and event.at >= ${from} and event.at < ${until})`
      .execute(tx)
    await tx.updateTable('archive_package').set({ state: 'building', documents_total: Number(numAffectedRows ?? 0) }).where('id', '=', id)
      .execute()
  })
}

interface DocumentFilesContext {
  readonly shelf: Shelf
  readonly context: CommandContext
  readonly find: FindText
}

/** Builds the folder of a document: values, approvals, print, and original files. */
async function makeDocument({ shelf, context, find }: DocumentFilesContext, id: string): Promise<DocumentFacts> {
  const document = await read(context, id)
  const folder = `documents/${pathSafe(document.number)}`
  const row = await shelf.db.selectFrom('document').select(['amount', 'department', 'history_seq as entries', 'history_hash as hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { processRecord } = await timelineViewOf(context, document)
  await keepFile(shelf, { name: `${folder}/document.json`, kind: 'document' },
    async () => json(await contentOf(context, document, row.amount)))
  const { number } = document
  const { entries, hash } = row
  await keepFile(shelf, { name: `${folder}/approvals.json`, kind: 'approvals' },
    () => json({ number, steps: processRecord.map(stepOf), history: { entries, hash } }))
  const unprinted = await keepPrint({ shelf, context, find }, document, folder)
  const { held, ...files } = await holdFiles(shelf, document, folder)
  await keepReadings(shelf, { number, folder }, held)
  return { ...files, missing: [...files.missing, ...unprinted], ...archivedDocument(document, row, context.caller.locale), folder }
}

/** Facts of a document for index and registers. */
function archivedDocument({ number, form, shown, process, ended, evaluation: { directory } }: ReadDocument,
  { amount, department }: { amount: string | null; department: string },
  locale: Locale): Omit<DocumentFacts, 'missing' | 'originals' | 'attachments' | 'invoices' | 'folder'> {
  const titles = { cn: shown['title'], en: shown['titleEn'] ?? shown['title'] }
  return {
    number,
    type: form.key,
    form: form[locale],
    title: String(titles[locale] ?? ''),
    applicant: nameOf(directory.person(process.applicant)?.name, locale) || process.applicant,
    department: nameOf(directory.department(department)?.name, locale),
    state: process.status,
    ended: ended ? nowOf(ended) : '',
    amount: amount ?? '',
  }
}

const json = (content: object): Readable => Readable.from([Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`)])

async function contentOf(context: CommandContext, document: ReadDocument, amount: string | null): Promise<object> {
  const { id, number, form, process, started, ended, shown } = document
  const labels = await labelsOf(context, document, [])
  const names = Object.fromEntries(
    Object.entries(labels).map((
      [kind, records],
    ) => [kind, Object.fromEntries(Object.values(records ?? {}).map((record) => [record.id, record.name]))]),
  )
  return { id, number, type: form.key, typeName: { cn: form.cn, en: form.en }, state: process.status, round: process.round,
    initiator: process.starter, applicant: process.applicant, started: nowOf(started), ended: ended && nowOf(ended), amountRmb: amount,
    value: shown, names, withheld: withheldOf(document) }
}

/** A step of the approval in the package's format. */
const stepOf = (
  { round, nodeName, nodeNameEn, operateType, operator, userList, createTime, comment, oaAttachmentList, changes, administrator,
    countersigner }: TimelineRecord,
) => ({
  round,
  node: { cn: nodeName, en: nodeNameEn },
  action: operateType,
  people: (operator ? [operator] : userList).map(({ id, name }) => ({ id, name })),
  time: createTime,
  comment,
  files: oaAttachmentList.map(({ realName }) => realName),
  changes,
  ...(administrator && { administrator }),
  ...(countersigner && { countersigner }),
})

/** Adds the print of a printable document; a failure is reported as missing and does not prevent archiving. */
async function keepPrint({ shelf, context, find }: DocumentFilesContext, document: ReadDocument,
  folder: string): Promise<DocumentFacts['missing']> {
  if (document.form.print === false) return []
  const name = `${folder}/print.pdf`
  const print = async () =>
    Readable.from([
      await renderPdf(
        await printoutOf(context, document, { locale: context.caller.locale, fullAccounts: false, find, seals: companySeals,
          withPhotos: true }),
      ),
    ])
  try {
    await keepFile(shelf, { name, kind: 'print' }, print)
    return []
  } catch (error) {
    if (error instanceof Refused && error.code === 'prints.failed') return [{ name, reason: 'unprinted' }]
    throw error
  }
}
