import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type Parameters, Refused } from '#kernel/errors.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import type { ImportAnswer } from '#kernel/answers.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { serverMessages } from '#server/server-messages.ts'
import { needs } from '#server/http/access.ts'
import { withMessage } from '#server/http/answers/envelope.ts'
import { savedFile, stampedName } from '#server/http/answers/file-answer.ts'
import { parseInput } from '#server/http/requests/validation.ts'
import { newId } from '#server/identity/id.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { workbookType } from '#server/workbooks/writer.ts'
import { readWorkbook } from '#server/workbooks/read.ts'
import { isReadable } from './cells/cell-values.ts'
import { type Importer, importersOf, type ImportStep } from './importer.ts'
import { failureFiles, forgetOldRuns, runs } from './runs/runs.ts'
import { templateFor } from './own-template/own-template.ts'
import { dataRows, laidOut, uploadedFile } from './reading/uploaded-sheet.ts'
import { checkRows, type DataRows } from './check.ts'
import { Failures, failureWorkbook, recognisedBy } from './failures.ts'
import { type SavedRows, saveRows } from './save.ts'

/**
 * GET `{path}/template` and POST `{path}/import`: multipart `file`, and the run's id in the header `X-Import-Id`, by which its progress
 * can be read. The same id with the same file returns the first answer.
 */
export function importRoutes<Value, Lookups>(app: FastifyInstance, host: Host, path: string, importer: Importer<Value, Lookups>): void {
  checkColumns(host, importer)
  // registered by id, the types of its values are unknown
  importersOf(host).set(importer.id, importer as unknown as Importer<never, never>)
  const find = serverMessages(host.plugins)
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { access: needs(importer.permission), resource: importer.id } as const

  routes.get(`${path}/template`, { config: { ...config, answersFile: true } }, async ({ caller, language }, reply) => {
    const content = await templateFor(openTo(importer, caller), { host, target: importer.id, find, caller, locale: language })
    return reply.headers(savedFile(`${importer[language]}.xlsx`)).type(workbookType).send(content)
  })

  routes.post(`${path}/import`, { config: { ...config, multipart: true, repeats: 'parts' } }, async (request) => {
    const { answer, details } = await imported(request, { host, importer: openTo(importer, request.caller), find })
    request.audited = { id: answer.importId, after: { ...details, ...auditOf(answer) } }
    if (answer.failed === 0) return answer
    const { success, total } = answer
    return success > 0 ? withMessage(answer, 'imports.partly', { success, total }) : withMessage(answer, 'imports.failed')
  })
}

/** The importer with the columns that a caller may fill in. */
const openTo = <Value, Lookups>(importer: Importer<Value, Lookups>, caller: Caller): Importer<Value, Lookups> =>
  importer.columnsFor ? { ...importer, columns: importer.columnsFor(caller) } : importer

interface ImportRouteContext<Value, Lookups> {
  readonly host: Host
  readonly importer: Importer<Value, Lookups>
  readonly find: FindText
}

async function imported<Value, Lookups>(request: FastifyRequest,
  { host, importer, find }: ImportRouteContext<Value, Lookups>): Promise<{ answer: ImportAnswer; details: object }> {
  const id = importIdOf(request)
  const file = await uploadedFile(request)
  const { caller, language } = request
  const parameters = importer.parameters ? parseInput(importer.parameters, file.fields) : {}
  await forgetOldRuns(host.db)
  const before = await runs(host.db).begin({ id, owner: caller.id, importer: importer.id, fileName: file.name.slice(-255),
    sha256: file.sha256 })
  const details = { file: file.name, sha256: file.sha256, ...parameters }
  return { details, answer: before ??
    (await runImport({ id, host, importer, file, find, locale: language, step: { caller, at: host.clock.now(), parameters } })) }
}

/** The audit log contains the file and the counts of rows; who wrote a record is stored with the record. */
const auditOf = ({ total, success, added, changed, unchanged, failed, cancelled, failureFileId }: ImportAnswer): object => ({ total,
  success, added, changed, unchanged, failed, cancelled, failureFileId })

/** @throws Refused for an invalid id; without one, the run gets a random id, whose progress cannot be read */
function importIdOf({ headers }: FastifyRequest): string {
  const id = headers['x-import-id']
  if (id === undefined) return newId()
  if (typeof id !== 'string' || !/^[\w-]{8,64}$/.test(id)) throw new Refused('error.idempotencyKeyInvalid')
  return id
}

/** Checks at the start that columns can be read and their records found by name, instead of failing at the first file. */
function checkColumns({ references }: Pick<Host, 'references'>, { id, columns }: Pick<Importer, 'id' | 'columns'>) {
  for (const { key, field } of columns) {
    const kind = recordKindOf(field)
    if (!isReadable(field)) throw new Error(`Import ${id}: no workbook holds the column ${key}`)
    if (kind && !references.source(kind)?.named) throw new Error(`Import ${id}: records of column ${key} cannot be found by name`)
  }
}

interface ImportRun<Value, Lookups> {
  readonly id: string
  readonly host: Host
  readonly importer: Importer<Value, Lookups>
  readonly file: { readonly name: string; readonly bytes: Buffer }
  readonly step: ImportStep
  readonly find: FindText
  readonly locale: Locale
}

/**
 * Reads, validates and saves a file, with progress that every instance can read.
 * @throws Refused where the file as a whole cannot be imported; the reason is stored with the run
 */
async function runImport<Value, Lookups>(run: ImportRun<Value, Lookups>): Promise<ImportAnswer> {
  const { host, step, id } = run
  const known = runs(host.db)
  const key = { id, owner: step.caller.id }
  try {
    const answer = await work(run)
    await known.finish(key, answer)
    return answer
  } catch (error) {
    await known.fail(key, reasonOf(error))
    throw error
  }
}

async function work<Value, Lookups>(run: ImportRun<Value, Lookups>): Promise<ImportAnswer> {
  const { host, file, step, find, locale, id } = run
  const key = { id, owner: step.caller.id }
  const { importer, sheet } = laidOut(await readWorkbook(file.bytes), run.importer)
  const failures = new Failures(importer.columns, find, locale)
  const data = dataRows(sheet, importer, { find, failures })
  const total = data.rows.length
  const advance = (state: 'checking' | 'saving', done: number) => runs(host.db).advance(key, { state, done, total })
  if (await advance('checking', 0)) return answered({ ...run, importer }, { data, failures, saved: stopped })
  const checked = await checkRows(host.db, importer, data, { step, failures,
    naming: { host, caller: step.caller, departments: host.departments } })
  const saved = await saveRows(host.db, checked, { importer, step, failures, progress: (done) => advance('saving', done) })
  return answered({ ...run, importer }, { data, failures, saved })
}

const stopped: SavedRows = { added: 0, changed: 0, unchanged: 0, cancelled: true }

interface RunResult {
  readonly data: DataRows
  readonly failures: Failures
  readonly saved: SavedRows
}

async function answered<Value, Lookups>({ host, importer, file, step, find, locale, id }: ImportRun<Value, Lookups>,
  { data, failures, saved }: RunResult): Promise<ImportAnswer> {
  const { rows } = data
  return {
    importId: id,
    total: rows.length,
    success: saved.added + saved.changed,
    added: saved.added,
    changed: saved.changed,
    unchanged: saved.unchanged,
    failed: failures.size,
    cancelled: saved.cancelled,
    failureFileId: failures.size > 0 ? await failureFiles(host.db).keep({ owner: step.caller.id, ...(await failureFile()) }) : null,
    headings: importer.columns.slice(0, recognisedBy).map((column) => column[locale]),
    failures: failures.list(),
  }

  async function failureFile() {
    const base = file.name.replace(/\.[^.]*$/, '')
    return {
      fileName: stampedName(`${base}_${find('imports.failures', undefined, locale) ?? ''}`, step.at, 'xlsx'),
      content: await failureWorkbook(importer, rows, failures, locale),
    }
  }
}

/** The reason of a failed run: the refusal, or an unexpected error. */
function reasonOf(error: unknown): { code: string; parameters: Parameters } {
  return error instanceof Refused ? { code: error.code, parameters: error.parameters } : { code: 'error.unexpected', parameters: {} }
}
