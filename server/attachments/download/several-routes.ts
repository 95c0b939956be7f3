import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing, Refused } from '#kernel/errors.ts'
import { formatBytes } from '#kernel/values/files.ts'
import { signedIn } from '#server/http/access.ts'
import { savedFile } from '#server/http/answers/file-answer.ts'
import type { Host } from '#server/host.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { archiveOf } from './archive.ts'
import { type FileReader, fileReaderOf } from '../file-reader.ts'
import type { Storage } from '../storage/storage.ts'
import { demandBytes } from '../inspection/verification.ts'
import { type Attachment, wire } from '../wire.ts'
import { deletable, deleteStoredFile, disclosedFiles, markForDeletion, type RemovalContext } from '../attachments.ts'

/** Maximum size of an archive, bytes. */
const largestArchive = 1024 ** 3

/** Files in the order of the ids, without duplicates. @throws Missing where one is unreadable, without naming it */
async function findFiles(db: Db, reader: FileReader, ids: readonly string[]): Promise<readonly Attachment[]> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) throw new Refused('attachments.noFile')
  const rows = await disclosedFiles(db, reader, (eb) => eb('id', 'in', distinct))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return distinct.map((id) => byId.get(id) ?? missing())
}

/** Like `findFiles`, for an archive. @throws Refused beyond a gibibyte */
async function findForArchive(db: Db, reader: FileReader, ids: readonly string[]): Promise<readonly Attachment[]> {
  const files = await findFiles(db, reader, ids)
  const size = files.reduce((sum, file) => sum + Number(file.size), 0)
  if (size > largestArchive) throw new Refused('attachments.tooMuch', { size: formatBytes(size), limit: formatBytes(largestArchive) })
  return files
}

/** Deletes the reader's own files that no document holds: all or none. @throws Refused where one belongs to another person or a document */
async function removeFiles({ db, storage, at }: RemovalContext, reader: FileReader, ids: readonly string[]): Promise<void> {
  const files = await findFiles(db, reader, ids)
  if (files.some((file) => file.create_by !== reader.id)) throw new Refused('attachments.othersFiles')
  if (!files.every((file) => deletable(file, reader))) throw new Refused('attachments.notDeletable')
  const unheld = await transaction(db, async (tx) => {
    const marked = await markForDeletion(tx, { owner: reader.id, at }, files.map(({ id }) => id))
    if (marked.length < files.length) throw new Refused('attachments.notDeletable')
    return marked
  })
  await Promise.all(unheld.map((file) => deleteStoredFile(db, storage, file)))
}

interface FileSize {
  readonly businessId: string
  readonly businessType: string | undefined
  readonly current: number
  readonly size: number
}

/** The visible files of a document or record, in the order of upload. */
async function filesOf(db: Db, reader: FileReader,
  { businessId, businessType, current, size }: FileSize): Promise<{ records: readonly Attachment[]; total: number }> {
  const records = await disclosedFiles(db, reader,
    (eb) => eb.and({ document: businessId, ...(businessType !== undefined && { business_type: businessType }) }))
  return { records: records.slice((current - 1) * size, current * size), total: records.length }
}

function missing(): never {
  throw new Missing('attachments.missing')
}

const access = { access: signedIn, resource: 'attachment' } as const
const id = z.string().min(1).max(64)
const ids = z.array(id).max(200)
const held = z.strictObject({ businessId: id, businessType: z.string().max(64).optional() })
const page = held.extend({ current: z.int().min(1).max(10_000).default(1), size: z.int().min(1).max(200).default(20) })

/** Calls about several files: those of a document, an archive of a selection, the removal of a selection. */
export function severalFilesRoutes(app: FastifyInstance, { host, storage }: { host: Host; storage: Storage }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const readerFor = (request: FastifyRequest) => fileReaderOf(host, host.db, request.caller)

  routes.post('/oaserver/attachment/page', { config: { ...access, reads: true }, schema: { body: page } }, async (request) => {
    const { current, size } = request.body
    const { records, total } = await filesOf(host.db, await readerFor(request), { businessType: undefined, ...request.body })
    return { records: records.map((row) => wire(host, row, request.caller.locale)), total, current, size, pages: Math.ceil(total / size) }
  })

  routes.get('/oaserver/attachment/list/businessIdAndType', { config: access,
    schema: { querystring: held.extend({ _t: z.unknown().optional() }) } }, async (request) => {
    const { businessId, businessType } = request.query
    const { records } = await filesOf(host.db, await readerFor(request), { businessId, businessType, current: 1, size: 200 })
    return records.map((row) => wire(host, row, request.caller.locale))
  })

  routes.post('/oaserver/attachment/downloadZip/:businessNo', { config: { ...access, reads: true, answersFile: true },
    schema: { params: z.strictObject({ businessNo: z.string().max(40) }), body: ids } }, async (request, reply) => {
    const files = await findForArchive(host.db, await readerFor(request), request.body)
    await demandBytes(storage, files)
    const { content, size } = await archiveOf(storage, files)
    return reply.headers(savedFile(`${request.params.businessNo || 'file'}.zip`)).header('content-length', size).type('application/zip')
      .send(content)
  })

  routes.delete('/oaserver/attachment/deleteByIds', { config: { ...access, repeats: 'parts' },
    schema: { querystring: z.object({ ids: z.string().max(13_000).transform((list) => list.split(',').filter(Boolean)).pipe(ids) }) } },
    async (request) => {
      await removeFiles({ db: host.db, storage, at: host.clock.now() }, await readerFor(request), request.query.ids)
      return true
    })
}
