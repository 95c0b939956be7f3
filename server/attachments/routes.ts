import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing, Refused } from '#kernel/errors.ts'
import { extensionOf, refusedType } from '#kernel/values/files.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { transaction } from '#server/database/transaction.ts'
import { deleteStoredFile, findAttachment, markForDeletion, removeAttachment } from './attachments.ts'
import { answerFile, isShownInline } from './download/file-answer.ts'
import { fileReaderOf } from './file-reader.ts'
import type { Storage } from './storage/storage.ts'
import { upload } from './upload.ts'
import { wire } from './wire.ts'
import { demandBytes, verifiedBytes } from './inspection/verification.ts'

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

/** Picture formats that browsers display and that cannot contain scripts; served with the type detected from their bytes. */
const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webp: 'image/webp' }
const uploadType = 'avatar'
/** Maximum size, bytes; shown as 20M. */
const largest = 20_480_000

/** Calls for people's pictures: visible to everybody signed in; people change only their own. */
export function avatarRoutes(app: FastifyInstance, { host: { db, clock }, storage }: { host: Host; storage: Storage }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { access: signedIn, resource: 'account' } as const

  routes.post('/system/profile/avatar', { config: { ...config, multipart: true, repeats: 'parts' } }, async (request) => {
    const part = await request.file({ limits: { fileSize: largest } })
    if (!part) throw new Refused('attachments.noFile')
    if (!Object.hasOwn(types, extensionOf(part.filename)))
      throw new Refused('attachments.unsupported', refusedType(part.filename, Object.keys(types)))
    if (request.headers['content-length'] !== undefined && Number(request.headers['content-length']) > largest + 10_000)
      throw new Refused('attachments.tooLarge', { limit: 20 })
    const { id } = await upload(db, storage, { fileName: part.filename, bytes: part.file, uploadType, businessType: null,
      caller: request.caller, at: clock.now() })
    await replace({ db, clock, storage }, request.caller.id, id)
    request.audited = { id: request.caller.id, after: { avatar: id } }
    return { avatar: id }
  })

  routes.delete('/system/profile/avatar', { config: { ...config, repeats: 'parts' } }, async (request) => {
    await replace({ db, clock, storage }, request.caller.id, null)
    request.audited = { id: request.caller.id, after: { avatar: null } }
    return true
  })

  routes.get('/system/avatar/:id', { config: { ...config, answersFile: true },
    schema: { params: z.strictObject({ id: z.string().min(1).max(64) }), querystring: z.strictObject({ _t: z.unknown().optional() }) } },
    async ({ params }, reply) => {
      const row = await db.selectFrom('attachment').select(['path', 'file_type', 'size', 'sha256']).where('id', '=', params.id).where(
        'upload_type',
        '=',
        uploadType,
      )
        .where((eb) => eb.exists(eb.selectFrom('sys_user').select('sys_user.id').whereRef('sys_user.avatar', '=', 'attachment.id')))
        .executeTakeFirst()
      const type = row && types[row.file_type]
      if (!row || !type) throw new Missing('attachments.missing')
      await demandBytes(storage, [row])
      return reply
        .header('content-type', type).header('content-length', row.size)
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(verifiedBytes(storage, row))
    })
}

/** Replaces a person's picture; the old file is deleted once no answer refers to it. */
async function replace({ db, clock, storage }: Pick<Host, 'db' | 'clock'> & { readonly storage: Storage }, person: string,
  picture: string | null): Promise<void> {
  const at = clock.now()
  const gone = await transaction(db, async (tx) => {
    const before = await tx.selectFrom('sys_user').select('avatar').where('id', '=', person).forUpdate().executeTakeFirstOrThrow()
    await tx.updateTable('sys_user').set({ avatar: picture, update_time: at }).where('id', '=', person).execute()
    if (before.avatar === null) return undefined
    return (await markForDeletion(tx, { owner: person, at }, [before.avatar]))[0]
  })
  if (gone) await deleteStoredFile(db, storage, gone)
}
