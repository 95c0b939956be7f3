import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Forbidden, Missing } from '#kernel/errors.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { type Calls, reading, typed } from '../documents/routes/context.ts'
import { id } from '../documents/routes/inputs.ts'
import type { ReadDocument } from '../documents/read-document.ts'
import { read } from '../documents/detail.ts'
import { signedIn } from '../http/access.ts'
import { encodeFileName, savedFile } from '../http/file-answer.ts'
import { printoutOf } from './printout-of.ts'
import { renderPdf } from './render.ts'

interface Printing extends Calls {
  readonly find: FindText
}

const access = { access: signedIn, resource: 'document', answersFile: true } as const
const businessType = z.string().min(1).max(64)

/** `preview`: shown by the browser instead of saved. `accounts`: `full` for account numbers as the caller is shown them on the screen, which for most are the last four digits. */
const wishes = { preview: z.enum(['0', '1']).default('0'), accounts: z.enum(['masked', 'full']).default('masked') }
const named = z.object({ ...wishes, procInstId: id })

/** Calls that put a filed document on paper, as far as the caller may read it. */
export function printRoutes(app: FastifyInstance, printing: Printing): void {
  const routes = typed(app)
  const params = z.strictObject({ businessType })

  routes.get('/oaserver/:businessType/:businessKey/print', { config: access, schema: { params: z.strictObject({ businessType, businessKey: id }), querystring: z.object(wishes) } },
    (request, reply) => print(printing, request, reply, { ...request.query, ...request.params }))

  routes.get('/oaserver/:businessType/downloadWordPDF', { config: access, schema: { params, querystring: named } },
    (request, reply) => print(printing, request, reply, { ...request.query, ...request.params, businessKey: request.query.procInstId }))

  routes.get('/oaserver/:businessType/downloadWord', { config: access, schema: { params, querystring: z.object({ procInstId: id }) } }, async (request) => {
    await readOf(printing, request, { ...request.params, businessKey: request.query.procInstId })
    throw new Missing('prints.noTemplate')
  })
}

interface Wanted {
  readonly businessType: string
  readonly businessKey: string
}

interface Wish extends Wanted {
  readonly preview: '0' | '1'
  readonly accounts: 'masked' | 'full'
}

async function print(printing: Printing, request: FastifyRequest, reply: FastifyReply, { preview, accounts, ...wanted }: Wish): Promise<FastifyReply> {
  const document = await readOf(printing, request, wanted)
  if (document.form.print === false) throw new Missing('prints.none')
  const printout = await printoutOf(reading(printing, request), document, { locale: request.language, fullAccounts: accounts === 'full', find: printing.find })
  const name = `${printout.form}_${printout.number}.pdf`
  const headers = { ...savedFile(name), ...(preview === '1' && { 'content-disposition': `inline; filename*=UTF-8''${encodeFileName(name)}` }) }
  return reply.headers(headers).type('application/pdf').send(await renderPdf(printout))
}

/** @throws Forbidden alike for what is absent, of another type, and not the caller's to read */
async function readOf(printing: Printing, request: FastifyRequest, { businessType: type, businessKey }: Wanted): Promise<ReadDocument> {
  const document = await read(reading(printing, request), businessKey)
  if (document.form.key !== type) throw new Forbidden('documents.notReadable')
  return document
}
