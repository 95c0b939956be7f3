import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { findAttachment, removeAttachment } from './attachments.ts'
import { answerFile, isShownInline } from './download/file-answer.ts'
import { fileReaderOf } from './file-reader.ts'
import type { Storage } from './storage/storage.ts'
import { upload } from './upload.ts'
import { wire } from './wire.ts'

const access = { access: signedIn, resource: 'attachment' } as const
const id = z.string().min(1).max(64)
const querystring = z.object({ id: id.optional(), path: z.string().max(200).optional(), name: z.string().max(300).optional(),
  inline: z.enum(['0', '1']).default('0') })

/** Calls around files: upload, list, download, removal. */
export function attachmentRoutes(app: FastifyInstance, { host, storage }: { host: Host; storage: Storage }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const readerFor = (request: FastifyRequest) => fileReaderOf(host, host.db, request.caller)

  for (const path of ['/oaserver/attachment/upload', '/oaserver/attachmentUpload']) {
    routes.post(path, { config: { ...access, multipart: true, repeats: 'parts' } }, async (request) => {
      const part = await request.file()
      if (!part) throw new Refused('attachments.noFile')
      const field = (name: string) => {
        const value = part.fields[name]
        return value && 'value' in value ? String(value.value).slice(0, 64) : null
      }
      const row = await upload(host.db, storage, {
        fileName: part.filename,
        bytes: part.file,
        uploadType: field('uploadType') ?? 'attachment',
        businessType: field('businessType'),
        allowXml: field('allowXml') === 'true',
        caller: request.caller,
        at: host.clock.now(),
      })
      return wire(host, row, request.caller.locale)
    })
  }

  routes.get('/oaserver/attachment/download', { config: { ...access, answersFile: true }, schema: { querystring } },
    async (request, reply) => {
      const { inline, ...named } = request.query
      const row = await findAttachment(host.db, await readerFor(request), named)
      return answerFile(storage, row, { request, reply, inline: inline === '1' })
    })

  routes.get('/public/files/conversion/isExists/:id', { config: access,
    schema: { params: z.strictObject({ id }), querystring: z.strictObject({ _t: z.unknown().optional() }) } },
    async (request) => isShownInline(await findAttachment(host.db, await readerFor(request), request.params)))

  routes.delete('/oaserver/attachment/:id', { config: { ...access, repeats: 'parts' }, schema: { params: z.strictObject({ id }) } },
    async (request) => {
      await removeAttachment({ db: host.db, storage, at: host.clock.now() }, await readerFor(request), request.params.id)
      return true
    })

  routes.get('/oaserver/fileWhitelist/list', { config: access }, async () => {
    const rows = await host.db.selectFrom('file_whitelist').select('value').where('enable', '=', true).where('del_flag', '=', 0).orderBy(
      'value',
    ).execute()
    return rows.map(({ value }) => ({ value }))
  })
}
