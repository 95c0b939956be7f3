import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { nowOf } from '../../src/kernel/dates.ts'
import { Refused } from '../../src/kernel/errors.ts'
import { signedIn } from '../http/access.ts'
import { encodeFileName } from '../http/file-answer.ts'
import type { Host } from '../plugin.ts'
import { type Attachment, findAttachment, removeAttachment, upload } from './attachments.ts'
import { fileReaderOf } from './file-reader.ts'
import type { Storage } from './storage.ts'

const access = { access: signedIn, resource: 'attachment' } as const
const id = z.string().min(1).max(64)

/** Calls around files: upload, list, download, removal. */
export function attachmentRoutes(app: FastifyInstance, { host, storage }: { host: Host; storage: Storage }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const readerFor = (request: FastifyRequest) => fileReaderOf(host, host.db, request.caller)

  for (const path of ['/oaserver/attachment/upload', '/oaserver/attachmentUpload']) {
    routes.post(path, { config: { ...access, multipart: true } }, async (request) => {
      const part = await request.file()
      if (!part) throw new Refused('attachments.noFile')
      const field = (name: string) => {
        const value = part.fields[name]
        return value && 'value' in value ? String(value.value).slice(0, 64) : null
      }
      const row = await upload(host.db, storage, {
        fileName: part.filename, bytes: part.file, uploadType: field('uploadType') ?? 'attachment', businessType: field('businessType'),
        caller: request.caller, at: host.clock.now(),
      })
      return wire(row)
    })
  }

  routes.get('/oaserver/attachment/download', { config: { ...access, answersFile: true }, schema: { querystring: z.object({ id: id.optional(), path: z.string().max(200).optional(), name: z.string().max(300).optional(), inline: z.enum(['0', '1']).default('0') }) } }, async (request, reply) => {
    const { id: key, path, inline } = request.query
    const row = await findAttachment(host.db, await readerFor(request), key ? { id: key } : { path: path ?? '' })
    const type = inline === '1' ? shownInline[row.file_type] : undefined
    return reply
      .header('content-type', type ?? 'application/octet-stream')
      .header('content-length', row.size)
      .header('content-disposition', `${type ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeFileName(row.real_name)}`)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(storage.read(row.path))
  })

  routes.delete('/oaserver/attachment/:id', { config: access, schema: { params: z.strictObject({ id }) } }, async (request) => {
    await removeAttachment(host.db, storage, await readerFor(request), request.params.id)
    return true
  })

  routes.get('/oaserver/fileWhitelist/list', { config: access }, async () => {
    const rows = await host.db.selectFrom('file_whitelist').select('value').where('enable', '=', true).where('del_flag', '=', 0).orderBy('value').execute()
    return rows.map(({ value }) => ({ value }))
  })
}

/** Only what a browser shows without running anything. */
const shownInline: Readonly<Record<string, string>> = {
  pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', bmp: 'image/bmp', webp: 'image/webp',
}

/** A file on the wire. */
export const wire = (row: Attachment) => ({
  id: row.id, businessId: row.document, businessType: row.business_type, fileType: row.file_type, name: row.path.slice(row.path.lastIndexOf('/') + 1),
  realName: row.real_name, path: row.path, size: Number(row.size), createTime: nowOf(row.create_time), createBy: row.create_by, createName: row.create_name,
})
