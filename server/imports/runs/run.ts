import { type Parameters, Refused } from '#kernel/errors.ts'
import type { Locale } from '#kernel/wording/label.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { stampedName } from '#server/http/answers/file-answer.ts'
import type { Host } from '#server/host.ts'
import { readWorkbook } from '#server/workbooks/read.ts'
import { checkRows, type DataRows } from '../check.ts'
import { failureWorkbook } from '../failure-file.ts'
import { Failures, recognisedBy } from '../failures.ts'
import type { ImportAnswer } from '#kernel/import-answer.ts'
import type { Importer, ImportStep } from '../importer.ts'
import { laidOut } from '../reading/layout.ts'
import { dataRows } from '../reading/rows.ts'
import { failureFiles, runs } from './runs.ts'
import { type SavedRows, saveRows } from '../save.ts'

export interface ImportRun<Value, Lookups> {
  readonly id: string
  readonly host: Host
  readonly importer: Importer<Value, Lookups>
  readonly file: { readonly name: string; readonly bytes: Buffer }
  readonly step: ImportStep
  readonly find: FindText
  readonly locale: Locale
}

/**
 * Reads, checks and saves a file, and says how far it is to whoever asks, in any instance.
 * @throws Refused when the file as a whole cannot be imported; the run then says why.
 */
export async function runImport<Value, Lookups>(run: ImportRun<Value, Lookups>): Promise<ImportAnswer> {
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

/** The reason of a run that broke off: the refusal, or that something unexpected happened. */
function reasonOf(error: unknown): { code: string; parameters: Parameters } {
  return error instanceof Refused ? { code: error.code, parameters: error.parameters } : { code: 'error.unexpected', parameters: {} }
}
