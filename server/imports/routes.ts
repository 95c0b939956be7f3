import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Refused } from '#kernel/errors.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { serverMessages } from '#server/server-messages.ts'
import { needs } from '#server/http/access.ts'
import { withMessage } from '#server/http/answers/envelope.ts'
import { savedFile } from '#server/http/answers/file-answer.ts'
import { parseInput } from '#server/http/requests/validation.ts'
import { newId } from '#server/identity/id.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { workbookType } from '#server/workbooks/writer.ts'
import type { ImportAnswer } from '#kernel/import-answer.ts'
import { isReadable } from './cells/cell-values.ts'
import type { Importer } from './importer.ts'
import { runImport } from './runs/run.ts'
import { forgetOldRuns, runs } from './runs/runs.ts'
import { templateFor } from './own-template/template-for.ts'
import { importersOf } from './registered-importers.ts'
import { uploadedFile } from './upload.ts'

/**
 * GET `{path}/template` and POST `{path}/import`: multipart `file`, and the run's id in the header `X-Import-Id`, under
 * which everybody who may learns how far it is. The same id with the same file answers what it answered first.
 */
export function importRoutes<Value, Lookups>(app: FastifyInstance, host: Host, path: string, importer: Importer<Value, Lookups>): void {
  checkColumns(host, importer)
  // found by its id, it is one whose values nobody knows the type of
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

/** The log says which file was imported, and what became of its rows; who wrote which record stands at the records. */
const auditOf = ({ total, success, added, changed, unchanged, failed, cancelled, failureFileId }: ImportAnswer): object => ({ total,
  success, added, changed, unchanged, failed, cancelled, failureFileId })

/** @throws Refused for an id that is none; without one, the run gets one that nobody can ask for. */
function importIdOf({ headers }: FastifyRequest): string {
  const id = headers['x-import-id']
  if (id === undefined) return newId()
  if (typeof id !== 'string' || !/^[\w-]{8,64}$/.test(id)) throw new Refused('error.idempotencyKeyInvalid')
  return id
}

/** Columns that cannot be read, or whose records cannot be found by name, would fail at the first file: the start fails instead. */
function checkColumns({ references }: Pick<Host, 'references'>, { id, columns }: Pick<Importer, 'id' | 'columns'>) {
  for (const { key, field } of columns) {
    const kind = recordKindOf(field)
    if (!isReadable(field)) throw new Error(`Import ${id}: no workbook holds the column ${key}`)
    if (kind && !references.source(kind)?.named) throw new Error(`Import ${id}: records of column ${key} cannot be found by name`)
  }
}
