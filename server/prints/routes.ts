import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Forbidden, Missing } from '#kernel/errors.ts'
import type { FindText } from '#kernel/wording/translate.ts'
import { type DocumentRouteContext, id, readContext, typed } from '#server/documents/routes/requests.ts'
import type { ReadDocument } from '#server/documents/lifecycle/engine-facts.ts'
import { read } from '#server/documents/detail.ts'
import { accountPaths } from '#server/documents/values/disclosed-values.ts'
import { signedIn } from '#server/http/access.ts'
import { encodeFileName, savedFile } from '#server/http/answers/file-answer.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { printoutOf, printSourceOf, type PrintWish } from './printout-of.ts'
import { renderPdf } from './render.ts'
import type { CompanySeals, NamedTemplate, WordTemplateQuery, WordTemplateSource } from './print-sources.ts'
import { convertedToPdf, officeProgram } from './word/convert.ts'
import { fillTemplate } from './word/templates.ts'
import { wordDataOf } from './word/word-data.ts'

export interface PrintRouteContext extends DocumentRouteContext {
  readonly find: FindText
  /** Absent where no module provides any. */
  readonly templates: WordTemplateSource | undefined
  readonly seals: CompanySeals | undefined
}

const access = { access: signedIn, resource: 'document', answersFile: true } as const
export const businessType = z.string().min(1).max(64)

/**
 * `preview`: displayed by the browser instead of saved. `accounts`: `full` for account numbers as the caller may see them, which are
 * masked for most callers.
 */
const wishes = { preview: z.enum(['0', '1']).default('0'), accounts: z.enum(['masked', 'full']).default('masked') }
const named = z.object({ ...wishes, procInstId: id })

/** Calls that print a filed document, for its readers. */
export function printRoutes(app: FastifyInstance, printing: PrintRouteContext): void {
  const routes = typed(app)
  const params = z.strictObject({ businessType })

  routes.get('/oaserver/:businessType/:businessKey/print', { config: access,
    schema: { params: z.strictObject({ businessType, businessKey: id }), querystring: z.object(wishes) } },
    (request, reply) => print(printing, request, reply, { ...request.query, ...request.params }))

  routes.get('/oaserver/:businessType/downloadWordPDF', { config: access, schema: { params, querystring: named } },
    async (request, reply) => {
      const { form, number, ...prepared } = await preparedFor(printing, request, { ...request.query, ...request.params,
        businessKey: request.query.procInstId })
      const pdf = await wordPdfOf(prepared.context, prepared.document, { ...printing, ...prepared.wish })
      return pdf ?
        answer(reply, { pdf, name: `${form}_${number}.pdf`, isShown: request.query.preview === '1' })
        : print(printing, request, reply, { ...request.query, ...request.params, businessKey: request.query.procInstId })
    })

  routes.get('/oaserver/:businessType/downloadWord', { config: access, schema: { params, querystring: named } }, async (request, reply) => {
    const { form, number, ...prepared } = await preparedFor(printing, request, { ...request.query, ...request.params,
      businessKey: request.query.procInstId })
    const word = await wordFileOf(prepared.context, prepared.document, { ...printing, ...prepared.wish })
    if (!word) throw new Missing('prints.noTemplate')
    return reply.headers(savedFile(`${form}_${number}.docx`)).type(wordType).send(word)
  })

  routes.get('/oaserver/:businessType/:businessKey/wordTemplate', { config: { access: signedIn, resource: 'document' },
    schema: { params: z.strictObject({ businessType, businessKey: id }) } }, async (request) => {
    const document = await readOf(printing, request, request.params)
    return wordWays(readContext(printing, request), document, { templates: printing.templates, locale: request.language })
  })
}

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

interface PrintTarget {
  readonly businessType: string
  readonly businessKey: string
}

interface Wish extends PrintTarget {
  readonly preview: '0' | '1'
  readonly accounts: 'masked' | 'full'
}

async function print(printing: PrintRouteContext, request: FastifyRequest, reply: FastifyReply, wished: Wish): Promise<FastifyReply> {
  const { context, document, wish } = await preparedFor(printing, request, wished)
  const printout = await printoutOf(context, document, wish)
  return answer(reply, { pdf: await renderPdf(printout), name: `${printout.form}_${printout.number}.pdf`, isShown: wished.preview === '1' })
}

/** Reads a document to print, with the settings. @throws Forbidden, Missing where its type cannot be printed */
async function preparedFor(printing: PrintRouteContext, request: FastifyRequest, { accounts, ...printed }: Wish) {
  const document = await readOf(printing, request, printed)
  if (document.form.print === false) throw new Missing('prints.none')
  // like revealing a single number, a print with full numbers is recorded in the audit log
  if (accounts === 'full' && accountPaths(document.form.fields).some((path) => !['masked', 'hidden'].includes(document.access(path))))
    request.audited = { id: document.id, after: { accounts } }
  const wish: PrintWish = { locale: request.language, fullAccounts: accounts === 'full', find: printing.find, seals: printing.seals,
    withPhotos: true }
  return { context: readContext(printing, request), document, wish, form: document.form[request.language], number: document.number }
}

function answer(reply: FastifyReply,
  { pdf, name, isShown }: { readonly pdf: Buffer; readonly name: string; readonly isShown: boolean }): FastifyReply {
  const headers = { ...savedFile(name), ...(isShown && { 'content-disposition': `inline; filename*=UTF-8''${encodeFileName(name)}` }) }
  return reply.headers(headers).type('application/pdf').send(pdf)
}

/** @throws Forbidden both for an absent document, one of another type, and an unreadable one */
export async function readOf(printing: PrintRouteContext, request: FastifyRequest,
  { businessType: type, businessKey }: PrintTarget): Promise<ReadDocument> {
  const document = await read(readContext(printing, request), businessKey)
  if (document.form.key !== type) throw new Forbidden('documents.notReadable')
  return document
}

/** The formats available from Word templates. */
interface WordWays {
  /** Whether there is a valid template. */
  readonly word: boolean
  /** Whether the template can be converted to PDF. */
  readonly pdf: boolean
  readonly template: NamedTemplate | null
}

/** Returns whether a document can be printed as Word, and as a PDF converted from it. */
async function wordWays(context: CommandContext, document: ReadDocument,
  { templates, locale }: { templates: WordTemplateSource | undefined } & Pick<PrintWish, 'locale'>): Promise<WordWays> {
  const template = (document.form.print === false ? undefined : await templates?.named(context.db, wantedBy(document, locale))) ?? null
  return { word: template !== null, pdf: template !== null && officeProgram(context.host.env.libreOfficePath) !== undefined, template }
}

/** The template of a document's type, filled for its reader; undefined without one. @throws Refused */
async function wordFileOf(context: CommandContext, document: ReadDocument,
  { templates, ...wish }: PrintWish & { templates: WordTemplateSource | undefined }): Promise<Buffer | undefined> {
  const template = await templates?.find(context.db, wantedBy(document, wish.locale))
  if (!template) return undefined
  return fillTemplate(template.content, wordDataOf(await printSourceOf(context, document, { ...wish, locale: template.locale })))
}

/** The Word file converted to PDF; undefined without a template, or without a program to convert it. */
async function wordPdfOf(context: CommandContext, document: ReadDocument,
  wish: PrintWish & { templates: WordTemplateSource | undefined }): Promise<Buffer | undefined> {
  const program = officeProgram(context.host.env.libreOfficePath)
  if (program === undefined) return undefined
  const word = await wordFileOf(context, document, wish)
  if (!word) return undefined
  return convertedToPdf(program, word).catch((error: unknown) => {
    context.host.log.warn({ err: error }, 'A Word template was not converted to PDF')
    return undefined
  })
}

function wantedBy({ form, value }: ReadDocument, locale: PrintWish['locale']): WordTemplateQuery {
  const company = value['company']
  return { businessType: form.key, company: typeof company === 'string' ? company : null, locale }
}
