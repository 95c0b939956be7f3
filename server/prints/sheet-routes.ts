import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import { reading, typed } from '#server/documents/routes/context.ts'
import { id } from '#server/documents/routes/inputs.ts'
import { signedIn } from '#server/http/access.ts'
import { savedFile, stampedName } from '#server/http/answers/file-answer.ts'
import { archivedPdfs, mergedPdf, mostDocuments, printable, type WaitingCaller } from './batch.ts'
import { coverSheetOf } from './cover-sheet.ts'
import type { PrintJob } from './job.ts'
import { labelSheetOf } from './labels.ts'
import { printSourceOf, type PrintWish } from './printout-of.ts'
import { printProgress, saveProgress } from './progress.ts'
import { renderJob } from './render.ts'
import { businessType, type PrintRouteContext, readOf } from './routes.ts'

const access = { access: signedIn, resource: 'document', answersFile: true } as const
/** `run` is made by the client, which asks by it how far the print is. */
const several = z.strictObject({ documents: z.array(id).min(1).max(mostDocuments), run: id.optional() })

/** Calls that print what belongs to a document beside it, and several documents at once. */
export function sheetRoutes(app: FastifyInstance, printing: PrintRouteContext): void {
  const routes = typed(app)
  const params = z.strictObject({ businessType, businessKey: id })

  routes.get('/oaserver/:businessType/:businessKey/cover', { config: access, schema: { params } },
    (request, reply) =>
      sheet(printing, request, reply, { ...request.params, missing: 'prints.noCover', make: (source) => {
        const found = coverSheetOf(source)
        return found && { kind: 'cover', sheet: found }
      } }))

  routes.get('/oaserver/:businessType/:businessKey/labels', { config: access, schema: { params } },
    (request, reply) =>
      sheet(printing, request, reply, { ...request.params, missing: 'prints.noLabels', make: (source) => {
        const found = labelSheetOf(source)
        return found && found.labels.length > 0 ? { kind: 'labels', sheet: found } : undefined
      } }))

  routes.post('/oaserver/prints/merged', { config: { ...access, reads: true }, schema: { body: several } }, async (request, reply) => {
    const context = reading(printing, request)
    const documents = await printable(context, request.body.documents)
    const pdf = await mergedPdf(context, documents, { ...wishOf(printing, request),
      ...waitingFor(printing, request, reply, documents.length) })
    return reply.headers(savedFile(nameOf(printing, request, 'pdf'))).type('application/pdf').send(pdf ?? '')
  })

  routes.post('/oaserver/prints/archive', { config: { ...access, reads: true }, schema: { body: several } }, async (request, reply) => {
    const context = reading(printing, request)
    const documents = await printable(context, request.body.documents)
    const content = archivedPdfs(context, documents, { ...wishOf(printing, request),
      ...waitingFor(printing, request, reply, documents.length) })
    return reply.headers(savedFile(nameOf(printing, request, 'zip'))).type('application/zip').send(content)
  })

  routes.get('/oaserver/prints/progress/:id', { config: { access: signedIn, resource: 'document' },
    schema: { params: z.strictObject({ id }) } },
    ({ caller, params }) => printProgress(printing.host.db, { owner: caller.id, id: params.id }))
}

interface Sheet {
  readonly businessType: string
  readonly businessKey: string
  /** Shown where there is nothing to print. */
  readonly missing: string
  make(source: Awaited<ReturnType<typeof printSourceOf>>): PrintJob | undefined
}

async function sheet(printing: PrintRouteContext, request: FastifyRequest, reply: FastifyReply,
  { missing, make, ...wish }: Sheet): Promise<FastifyReply> {
  const document = await readOf(printing, request, wish)
  const job = make(await printSourceOf(reading(printing, request), document, wishOf(printing, request)))
  if (!job || job.kind === 'documents') throw new Missing(missing)
  return reply.headers(savedFile(`${job.sheet.name}_${document.number}.pdf`)).type('application/pdf').send(await renderJob(job))
}

/** Account numbers end in their last digits on what is handed on in numbers. */
const wishOf = ({ find, seals }: PrintRouteContext, { language }: FastifyRequest): PrintWish => ({ locale: language, fullAccounts: false,
  find, seals })

/** The caller, until they are gone; progress is recorded where they have named the print. */
function waitingFor({ host: { db } }: PrintRouteContext, request: FastifyRequest<{ Body: z.output<typeof several> }>, { raw }: FastifyReply,
  total: number): WaitingCaller {
  const { caller, body: { run } } = request
  return { isWaiting: () => !raw.destroyed,
    onProgress: async (done) => (run === undefined ? undefined : saveProgress(db, { owner: caller.id, id: run }, { done, total })) }
}

const nameOf = ({ find, host }: PrintRouteContext, { language }: FastifyRequest, ending: string): string =>
  stampedName(find('prints.documents', undefined, language) ?? 'Documents', host.clock.now(), ending)
