import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RowsToTake, TableRows } from '#kernel/answers.ts'
import { concealedPaths } from '#kernel/fields/confidential.ts'
import { Missing } from '#kernel/errors.ts'
import { takenFromText } from '#kernel/evaluate/filling/taken-rows.ts'
import type { RowTaking } from '#kernel/fields/links.ts'
import type { Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { notUnique } from '#kernel/fields/unique.ts'
import { signedIn } from '#server/http/access.ts'
import { savedFile, stampedName } from '#server/http/answers/file-answer.ts'
import { Failures, failureWorkbook } from '#server/imports/failures.ts'
import { dataRows, laidOut, uploadedFile } from '#server/imports/reading/uploaded-sheet.ts'
import { rowLimit } from '#server/imports/template/lists.ts'
import { failureFiles } from '#server/imports/runs/runs.ts'
import { templateFor } from '#server/imports/own-template/own-template.ts'
import { serverMessages } from '#server/server-messages.ts'
import { readWorkbook } from '#server/workbooks/read.ts'
import { withFormulaValues } from '#server/workbooks/sheet.ts'
import { workbookType } from '#server/workbooks/writer.ts'
import { formOf } from '../host.ts'
import { mayFile } from '../lifecycle/submit.ts'
import { copiedRows, readRows, rowImporter } from '../rows/table-rows.ts'
import { type DocumentRouteContext, typed } from './requests.ts'
import { uniqueProblems } from '../unique/unique-keys.ts'
import { rowSources, type SourceReadContext } from '../rows/taken-rows.ts'

const key = z.string().min(1).max(64)
const params = z.strictObject({ businessType: key, table: key })
const config = { access: signedIn, resource: 'document' } as const

/** Maximum size of pasted cells, bytes: some thousand rows. */
const pasteLimit = 4 * 1024 * 1024

const copied = z.strictObject({ columns: z.array(key).min(1).max(200),
  cells: z.array(z.array(z.string().max(8000)).max(200)).min(1).max(rowLimit) })

/** The document that rows are taken from. */
const taking = z.strictObject({ document: key })

/**
 * Calls that read rows for a table of a form, from a workbook, pasted cells or another document. Nothing is stored: the rows go into the
 * open form.
 */
export function tableRowRoutes(app: FastifyInstance, { host }: DocumentRouteContext): void {
  const routes = typed(app)
  const find = serverMessages(host.plugins)

  const importerOf = (
    { caller, params: { businessType, table } }: { caller: FastifyRequest['caller']; params: z.output<typeof params> },
  ) => {
    const form = formOf(host, businessType)
    mayFile(form, caller)
    return rowImporter({ host, form, caller }, table)
  }
  const readingOf = ({ caller, language }: Pick<FastifyRequest, 'caller' | 'language'>) => ({ host, caller, at: host.clock.now(), find,
    locale: language })

  routes.get('/oaserver/:businessType/rows/:table/template', { config: { ...config, answersFile: true }, schema: { params } },
    async (request, reply) => {
      const importer = importerOf(request)
      const { caller, language, params: { businessType, table } } = request
      return reply.headers(savedFile(`${importer[language]}.xlsx`)).type(workbookType).send(
        await templateFor(importer, { host, target: `${businessType}.${table}`, find, caller, locale: language }),
      )
    })

  routes.post('/oaserver/:businessType/rows/:table/take', { config: { ...config, reads: true }, schema: { params, body: taking } },
    ({ caller, params: { businessType, table }, body }) => {
      const form = formOf(host, businessType)
      mayFile(form, caller)
      return rowsToTake({ host, db: host.db, caller, at: host.clock.now() }, { form, table, ...body })
    })

  // only writes the failure file; the same file results in the same rows
  routes.post('/oaserver/:businessType/rows/:table/import', { config: { ...config, multipart: true, repeats: 'harmless' },
    schema: { params } }, async (request): Promise<TableRows> => {
    const whole = importerOf(request)
    const { bytes, name } = await uploadedFile(request)
    const reading = readingOf(request)
    const { importer, sheet } = laidOut(withFormulaValues(await readWorkbook(bytes)), whole)
    const failures = new Failures(importer.columns, find, reading.locale)
    const data = dataRows(sheet, importer, { find, failures })
    const { found, rows, ...answer } = await readRows(importer, data, reading, failures)
    const right = rows.filter(({ isWrong }) => !isWrong)
    if (found.size === 0) return { ...answer, rows: right }
    const fileName = stampedName(`${name.replace(/\.[^.]*$/, '')}_${find('imports.failures', undefined, reading.locale) ?? ''}`, reading.at,
      'xlsx')
    const failureFileId = await failureFiles(host.db).keep({ owner: request.caller.id, fileName,
      content: await failureWorkbook(importer, data.rows, found, reading.locale) })
    return { ...answer, rows: right, failureFileId }
  })

  routes.post('/oaserver/:businessType/rows/:table/read', { bodyLimit: pasteLimit, config: { ...config, reads: true },
    schema: { params, body: copied } }, async (request): Promise<TableRows> => {
    const { importer, data } = copiedRows(importerOf(request), request.body)
    const { found: _, ...answer } = await readRows(importer, data, readingOf(request))
    return answer
  })
}

interface RowSource {
  readonly form: Form
  readonly table: string
  /** The document that rows are taken from. */
  readonly document: string
}

/**
 * The rows of a document that a table can take over, as disclosed to the caller.
 * @throws Missing for a document that is unreadable or no source of this table
 */
async function rowsToTake(reading: SourceReadContext, { form, table, document }: RowSource): Promise<RowsToTake> {
  const { takes, columns } = takingTable(reading, { form, table })
  const source = (await rowSources(reading, [document])).get(document)
  const takenTable = source && takes.of[source.type]
  const states: readonly string[] = form.fields[takes.from]?.linkStates ?? ['completed']
  if (!source || !takenTable || !states.includes(source.state)) throw new Missing('documents.noSuchDocument')
  const rows = source.shown(takenTable, columns).map(({ row, values }) => ({ takenFrom: takenFromText({ type: source.type, document, row }),
    values })
  )
  const elsewhere = await takenElsewhere(reading, { form, table }, rows.map(({ takenFrom }) => takenFrom))
  return { businessNo: source.number,
    rows: rows.map((row, index) => ({ ...row, ...(elsewhere.has(index) && { takenBy: elsewhere.get(index) }) })) }
}

/** The table's declaration of its row sources, and the columns that the caller may see. */
function takingTable({ caller }: SourceReadContext,
  { form, table }: Pick<RowSource, 'form' | 'table'>): { readonly takes: RowTaking; readonly columns: Fields } {
  const field = Object.hasOwn(form.fields, table) ? form.fields[table] : undefined
  const concealed = concealedPaths(form.fields, { roles: caller.roles, nodes: ['start'] })
  if (!field?.takes || concealed.has(table)) throw new Missing('documents.noSuchTable')
  return { takes: field.takes,
    columns: Object.fromEntries(Object.entries(field.columns ?? {}).filter(([column]) => !concealed.has(`${table}.${column}`))) }
}

/** Numbers of the live documents that have taken a row, by the index of the row. */
async function takenElsewhere({ db }: SourceReadContext, { form, table }: Pick<RowSource, 'form' | 'table'>,
  sources: readonly string[]): Promise<ReadonlyMap<number, string>> {
  const value = { [table]: sources.map((takenFrom, index) => ({ rowId: String(index), takenFrom })) }
  const problems = await uniqueProblems(db, { form: { ...form, unique: [] }, value, document: undefined })
  return new Map(
    problems.filter(({ code }) => code === notUnique).map((
      { field, parameters },
    ) => [Number(field.split('.')[1]), String(parameters?.['businessNo'])]),
  )
}
