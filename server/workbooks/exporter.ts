import { PassThrough } from 'node:stream'
import type { z } from 'zod'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import { Refused } from '#kernel/errors.ts'
import type { Fields } from '#kernel/fields.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { type RecordKind, recordKindOf } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { needs, signedIn } from '#server/http/access.ts'
import { savedFile, stampedName } from '#server/http/answers/file-answer.ts'
import type { Host, ReferenceRecord } from '#server/host.ts'
import { workbookType, writeWorkbook } from './writer.ts'

/** Maximum number of rows per file. */
export const exportLimit = 50_000

export interface ExportColumn<Row> extends Label {
  /** Width in characters; by default that of the header. */
  readonly width?: number
  cell(row: Row, locale: Locale): ExcelCell
}

/** The rows to export: their number, and the rows in batches read on demand. */
interface ExportRows<Row> {
  readonly total: number
  readonly batches: AsyncIterable<readonly Row[]>
}

/** An export to workbooks. */
interface Exporter<Row, Query = unknown> extends Label {
  /** Id of the export in audit log and authorisation: lower camel case. */
  readonly id: string
  /** Further last segments of the URL in addition to `export`, for older clients. */
  readonly aliases?: readonly string[]
  /** Permission to export; by default everybody signed in exports the rows in their scope. */
  readonly permission?: Permission
  /** The list's filters as query parameters. */
  readonly query: z.ZodType<Query>
  readonly columns: readonly ExportColumn<Row>[]
  /** The columns that this caller may see, where that differs. */
  columnsFor?(caller: Caller): readonly ExportColumn<Row>[]
  /** Counts at most one more than `exportLimit`; reads a batch only when the previous one was written. */
  rows(db: Db, query: Query, caller: Caller): Promise<ExportRows<Row>>
}

/** Infers the types of an exporter from its parts. */
export const exporter = <Row, Query>(parts: Exporter<Row, Query>): Exporter<Row, Query> => Object.freeze(parts)

/** Rows per read of an export. */
export const batchSize = 500

/**
 * Reads the rows of known ids in batches, in the order of the ids. Without an offset, so that later batches cost no more than the first;
 * without a cursor, so that a slow reader blocks no connection; in any order. Rows deleted in between are left out.
 */
export async function* inBatches<Row extends { readonly id: string }>(ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly Row[]>): AsyncGenerator<Row[], void, undefined> {
  for (let start = 0; start < ids.length; start += batchSize) {
    const part = ids.slice(start, start + batchSize)
    const rows = new Map((await read(part)).map((row) => [row.id, row]))
    yield part.flatMap((id) => rows.get(id) ?? [])
  }
}

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

/** The records and dictionaries that exported values refer to, for formatting cells. */
export interface NamedFacts extends Pick<FormFacts, 'reference' | 'dict'> {
  reference(kind: RecordKind, id: string): ReferenceRecord | undefined
}

/** Reads all records that these values name: one query per kind. */
export async function namedFacts(host: Pick<Host, 'references' | 'dictionary'>, db: Db, fields: Fields,
  values: readonly FormValue[]): Promise<NamedFacts> {
  const known = new Map<string, ReferenceRecord>()
  for (const [kind, ids] of idsByKind(fields, values)) {
    const records = (await host.references.source(kind)?.find(db, [...ids])) ?? []
    for (const record of records) known.set(`${kind} ${record.id}`, record)
  }
  const dict = await host.dictionary(db)
  return { dict, reference: (kind, id) => known.get(`${kind} ${id}`) }
}

function idsByKind(fields: Fields, values: readonly FormValue[]): ReadonlyMap<RecordKind, ReadonlySet<string>> {
  const collected = new Map<RecordKind, Set<string>>()
  for (const [name, field] of Object.entries(fields)) {
    const kind = recordKindOf(field)
    const ids = kind ? values.flatMap((value) => idsOf(value[name])) : []
    if (kind && ids.length > 0) collected.set(kind, new Set([...(collected.get(kind) ?? []), ...ids]))
  }
  return collected
}

/** The ids of a reference's value, which is one id or a list. */
export const idsOf = (value: unknown): readonly string[] => [value].flat().filter((id): id is string => typeof id === 'string' && id !== '')
