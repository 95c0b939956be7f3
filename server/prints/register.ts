import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ZipFile } from 'yazl'
import { Missing } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { ServerPlugin } from '#server/plugin.ts'
import { id, readContext, typed } from '#server/documents/routes/requests.ts'
import { signedIn } from '#server/http/access.ts'
import { savedFile, stampedName } from '#server/http/answers/file-answer.ts'
import type { ReadDocument } from '#server/documents/lifecycle/engine-facts.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { read } from '#server/documents/detail.ts'
import { businessType, type PrintRouteContext, printRoutes, readOf } from './routes.ts'
import type { CoverSheet, LabelSheet, PrintJob, Printout } from './printout.ts'
import { fileCount, printedAmount, printoutOf, type PrintSource, printSourceOf, type PrintWish, signatures } from './printout-of.ts'
import { printProgress, saveProgress } from './progress.ts'
import { renderJob, renderPdf } from './render.ts'
import { printedText } from './sections.ts'

/** Maximum number of documents per print: some seconds of work for a worker. */
const mostDocuments = 50

/** The caller, as long as they wait for the answer. */
interface WaitingCaller {
  /** Returns whether the client is still connected. */
  isWaiting(): boolean
  /** Called with the number of finished documents. */
  onProgress(done: number): Promise<void>
}

/**
 * Reads the documents that the caller may print, without duplicates, in the given order.
 * @throws Forbidden, Missing where one of them is not readable or not printable
 */
async function printable(context: CommandContext, ids: readonly string[]): Promise<readonly ReadDocument[]> {
  const documents: ReadDocument[] = []
  for (const id of new Set(ids)) {
    const document = await read(context, id)
    if (document.form.print === false) throw new Missing('prints.none')
    documents.push(document)
  }
  return documents
}

/** One PDF of all documents, each starting on a new page; undefined once the client has disconnected. */
async function mergedPdf(context: CommandContext, documents: readonly ReadDocument[],
  { isWaiting, onProgress, ...wish }: PrintWish & WaitingCaller): Promise<Buffer | undefined> {
  const printouts: Printout[] = []
  for (const document of documents) {
    if (!isWaiting()) return undefined
    await onProgress(printouts.length)
    printouts.push(await printoutOf(context, document, wish))
  }
  await onProgress(printouts.length)
  return renderPdf(...printouts)
}

/** A zip with one PDF per document, written while it is sent. A failed document aborts the zip, as does a disconnected client. */
function archivedPdfs(context: CommandContext, documents: readonly ReadDocument[],
  { isWaiting, onProgress, ...wish }: PrintWish & WaitingCaller): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.once('error', (error: Error) => output.destroy(error))
  zip.outputStream.pipe(output)
  const write = async () => {
    for (const [done, document] of documents.entries()) {
      if (!isWaiting() || output.destroyed) return output.destroy()
      await onProgress(done)
      const printout = await printoutOf(context, document, wish)
      zip.addBuffer(await renderPdf(printout), `${printout.form}_${printout.number}.pdf`.replaceAll(/[\\/:*?"<>|]/g, '-'), {
        compress: false,
        mtime: context.at,
      })
    }
    await onProgress(documents.length)
    zip.end()
  }
  write().catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error('The zip broke off')))
  return output
}

export { printMigrations } from './progress.ts'

/** Registers the print calls, with the templates and seals provided by modules. */
export function registerPrints(app: FastifyInstance, host: Omit<PrintRouteContext, 'templates' | 'seals'>,
  servers: readonly ServerPlugin[]): void {
  const printing: PrintRouteContext = { ...host, templates: servers.find(({ wordTemplates }) => wordTemplates)?.wordTemplates,
    seals: servers.find(({ companySeals }) => companySeals)?.companySeals }
  printRoutes(app, printing)
  sheetRoutes(app, printing)
}

const access = { access: signedIn, resource: 'document', answersFile: true } as const

/** `run` is an id of the client, by which it reads the progress. */
const several = z.strictObject({ documents: z.array(id).min(1).max(mostDocuments), run: id.optional() })

/** Calls that print additional sheets of a document, and several documents at once. */
function sheetRoutes(app: FastifyInstance, printing: PrintRouteContext): void {
  const routes = typed(app)
  const params = z.strictObject({ businessType, businessKey: id })

  routes.get('/oaserver/:businessType/:businessKey/cover', { config: access, schema: { params } },
    (request, reply) =>
      sheet(printing, request, reply, { ...request.params, missing: 'prints.noCover', make: (source) => {
        const found = coverSheetOf(source)
        return found && { kind: 'cover', sheet: found }
      } }))

  routes.get('/oaserver/:businessType/:businessKey/labels', { config: access, schema: { params } },
    (request, reply) =>
      sheet(printing, request, reply, { ...request.params, missing: 'prints.noLabels', make: (source) => {
        const found = labelSheetOf(source)
        return found && found.labels.length > 0 ? { kind: 'labels', sheet: found } : undefined
      } }))

  routes.post('/oaserver/prints/merged', { config: { ...access, reads: true }, schema: { body: several } }, async (request, reply) => {
    const context = readContext(printing, request)
    const documents = await printable(context, request.body.documents)
    const pdf = await mergedPdf(context, documents, { ...wishOf(printing, request),
      ...waitingFor(printing, request, reply, documents.length) })
    return reply.headers(savedFile(nameOf(printing, request, 'pdf'))).type('application/pdf').send(pdf ?? '')
  })

  routes.post('/oaserver/prints/archive', { config: { ...access, reads: true }, schema: { body: several } }, async (request, reply) => {
    const context = readContext(printing, request)
    const documents = await printable(context, request.body.documents)
    const content = archivedPdfs(context, documents, { ...wishOf(printing, request),
      ...waitingFor(printing, request, reply, documents.length) })
    return reply.headers(savedFile(nameOf(printing, request, 'zip'))).type('application/zip').send(content)
  })

  routes.get('/oaserver/prints/progress/:id', { config: { access: signedIn, resource: 'document' },
    schema: { params: z.strictObject({ id }) } },
    ({ caller, params }) => printProgress(printing.host.db, { owner: caller.id, id: params.id }))
}

interface Sheet {
  readonly businessType: string
  readonly businessKey: string
  /** Message where there is nothing to print. */
  readonly missing: string
  make(source: Awaited<ReturnType<typeof printSourceOf>>): PrintJob | undefined
}

async function sheet(printing: PrintRouteContext, request: FastifyRequest, reply: FastifyReply,
  { missing, make, ...wish }: Sheet): Promise<FastifyReply> {
  const document = await readOf(printing, request, wish)
  const job = make(await printSourceOf(readContext(printing, request), document, wishOf(printing, request)))
  if (!job || job.kind === 'documents') throw new Missing(missing)
  return reply.headers(savedFile(`${job.sheet.name}_${document.number}.pdf`)).type('application/pdf').send(await renderJob(job))
}

/** Settings for batch prints and sheets: account numbers are masked to their last digits. */
const wishOf = ({ find, seals }: PrintRouteContext, { language }: FastifyRequest): PrintWish => ({ locale: language, fullAccounts: false,
  find, seals })

/** The caller, with progress stored where the client sent an id. */
function waitingFor({ host: { db } }: PrintRouteContext, request: FastifyRequest<{ Body: z.output<typeof several> }>, { raw }: FastifyReply,
  total: number): WaitingCaller {
  const { caller, body: { run } } = request
  return { isWaiting: () => !raw.destroyed,
    onProgress: async (done) => (run === undefined ? undefined : saveProgress(db, { owner: caller.id, id: run }, { done, total })) }
}

const nameOf = ({ find, host }: PrintRouteContext, { language }: FastifyRequest, ending: string): string =>
  stampedName(find('prints.documents', undefined, language) ?? 'Documents', host.clock.now(), ending)

/** Labels for the rows of a document that have a number; undefined for forms without labels. */
function labelSheetOf({ form, value, view, visible, say, company }: PrintSource): LabelSheet | undefined {
  const labels = form.print ? form.print.labels : undefined
  const columns = form.fields[labels?.rows ?? '']?.columns
  if (!labels || !columns) return undefined
  const text = (row: FormValue, column: string) => {
    const field = columns[column]
    return field && visible(`${labels.rows}.${column}`).visible ? printedText(column, field, row[column], view) : ''
  }
  const more = (row: FormValue) =>
    (labels.more ?? []).map((column) => ({ label: columns[column]?.[view.locale] ?? '', text: text(row, column) })).filter((fact) =>
      fact.text !== ''
    )
  const rows = rowsAt(value, labels.rows).filter((row) => text(row, labels.number) !== '')
  return { name: say('prints.labels'),
    labels: rows.map((row) => ({ number: text(row, labels.number), name: text(row, labels.name), company, more: more(row) })) }
}

/** The cover sheet for a claim's receipts, with totals to reconcile; undefined for forms without one. */
function coverSheetOf(source: PrintSource): CoverSheet | undefined {
  const { form, view, say, document, value, facts, company } = source
  const paths = form.print ? form.print.cover : undefined
  const amount = printedAmount(document, view, say)
  if (!paths || !amount) return undefined
  const count = (code: string, found: number) => ({ label: say(code), text: say('prints.fileCount', { count: String(found) }) })
  return {
    company,
    name: say('prints.cover'),
    form: form[view.locale],
    number: document.number,
    facts: (['applicant', 'department', 'started'] as const).map((name) => ({ label: say(`prints.${name}`), text: facts[name] })),
    counts: [count('prints.invoices', invoiceCount(value, paths)), count('prints.files', fileCount(source))],
    amount: amount.text,
    amountLabel: amount.label,
    capitals: amount.capitals,
    paste: say('prints.paste'),
    signatures: signatures.map((code) => say(code)),
    foot: say('prints.foot', { name: source.printedBy, time: source.printedAt }),
  }
}

/** Number of invoices in the rows; a cell may contain several, and several rows the same one. */
function invoiceCount(value: FormValue, paths: readonly string[]): number {
  const numbers = paths.flatMap((path) => {
    const [table = '', column = ''] = path.split('.')
    return rowsAt(value, table).flatMap((row) => String(row[column] ?? '').split(/[,，]/))
  })
  return new Set(numbers.map((number) => number.trim()).filter(Boolean)).size
}
