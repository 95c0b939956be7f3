import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Refused } from '#kernel/errors.ts'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { needs, signedIn } from '#server/http/access.ts'
import { savedFile, stampedName } from '#server/http/answers/file-answer.ts'
import type { Host } from '#server/host.ts'
import { type Exporter, exportLimit } from './exporter.ts'
import { workbookType, writeWorkbook } from './writer.ts'

/** GET `{path}/export`: the filtered rows as a workbook in the caller's language. */
export function exportRoutes<Row, Query>(app: FastifyInstance, host: Pick<Host, 'db' | 'clock' | 'log'>, path: string,
  exporter: Exporter<Row, Query>): void {
  const config = { access: exporter.permission ? needs(exporter.permission) : signedIn, answersFile: true, resource: exporter.id } as const
  const routes = app.withTypeProvider<ZodTypeProvider>()
  for (const name of ['export', ...(exporter.aliases ?? [])])
    routes.get(`${path}/${name}`, { config, schema: { querystring: exporter.query } },
      (request, reply) => answerWorkbook(host, exporter, request, reply))
}

/**
 * Exports the rows of a query as a stream; the query is parsed by the exporter's schema.
 * @throws Refused for more than the limit
 */
export async function answerWorkbook<Row, Query>(host: Pick<Host, 'db' | 'clock' | 'log'>, exporter: Exporter<Row, Query>,
  request: FastifyRequest, reply: FastifyReply) {
  const { caller, language, query } = request
  const { total, batches } = await exporter.rows(host.db, query as Query, caller)
  if (total > exportLimit) throw new Refused('workbooks.tooManyRows')
  const output = new PassThrough()
  const columns = exporter.columnsFor?.(caller) ?? exporter.columns
  const sheet = { name: exporter[language], columns: columns.map((column) => ({ header: column[language], width: column.width })),
    rows: written(batches, columns, language) }
  void writeWorkbook(output, sheet, untilGone(reply)).catch((error: unknown) => {
    if (!reply.raw.destroyed) host.log.error({ err: error, traceId: request.id, export: exporter.id }, 'an export broke off')
    // aborts the connection, so that a partial file is not mistaken for a complete one
    output.destroy(error instanceof Error ? error : undefined)
  })
  return reply.headers(savedFile(stampedName(exporter[language], host.clock.now(), 'xlsx'))).type(workbookType).send(output)
}

async function* written<Row>(batches: AsyncIterable<readonly Row[]>, columns: Exporter<Row>['columns'],
  locale: Locale): AsyncIterable<ExcelCell[][]> {
  for await (const batch of batches) yield batch.map((row) => columns.map((column) => column.cell(row, locale)))
}

/** Aborts when the connection is closed before the file is complete. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
