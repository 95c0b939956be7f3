import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { signedIn } from '#server/http/access.ts'
import { savedFile } from '#server/http/answers/file-answer.ts'
import type { Host } from '#server/host.ts'
import { archiveOf } from './archive.ts'
import { fileReaderOf } from '../file-reader.ts'
import { filesOf, findForArchive, removeFiles } from './several.ts'
import type { Storage } from '../storage/storage.ts'
import { demandBytes } from '../inspection/verification.ts'
import { wire } from '../wire.ts'

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
