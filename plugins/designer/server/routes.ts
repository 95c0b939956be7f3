import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing, Refused } from '#kernel/errors.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import { bodyOfForm, type FormBody, formOfBody } from '#kernel/wording/describe.ts'
import { fieldAt, pathsOf } from '#kernel/evaluate/path.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { formInput } from '#server/documents/definitions/form-input.ts'
import { flowInput } from '#server/documents/flow-analysis/flow-input.ts'
import { needs } from '#server/http/access.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import type { Host } from '#server/host.ts'
import { type CommandContext, unitOfWork } from '#server/unit-of-work.ts'
import type { Db } from '#server/database/tables.ts'
import type { DesignContent } from './tables.ts'
import { designProblems } from '../checks.ts'
import { can } from '../permissions.ts'
import { library } from '../library/library.ts'
import { type DesignProblem, type FormContent, type FormDesign, formDesignPath as path, type FormFile, type FormMapping, type ReadFormFile,
  type ReadyDesign, type RemovedField } from '../wire.ts'
import { addDesign, createDesign, designPage, formContent, isOverlay, lockedDesign, publishedContents, readDesign, removeDesign,
  modulesWithNames, saveDesign } from './designs.ts'
import { overlayProblems } from './overlay/overlay-problems.ts'
import { createOverlay, type NeedsOf, overlaidContent, overlayActs, overlayAnswer, shippedForm } from './overlay/overlays.ts'
import { contentOfFile, fingerprint, formFile, readFormFile } from './transfer/form-file.ts'
import { formPublications } from './publications.ts'
import { filedFields, kindProblems, publishDesign, rollBackDesign, stopDesign, versionOf } from './publishing.ts'
import { demandReadable } from './readable.ts'
import { sampleFilings } from './sample-filings.ts'
import { partsOf } from '../model/content.ts'
import { isSameContent } from '../model/parts.ts'

type Parsed = (content: unknown) => FormContent

/** Reads a file against this installation; nothing is stored. */
async function readImport(db: Db, host: Pick<Host, 'organisation' | 'directory' | 'plugins'>, file: FormFile,
  { mapping, parse }: { readonly mapping: FormMapping; readonly parse: Parsed }
): Promise<
  ReadFormFile & { readonly content: FormContent }
> {
  const { content: read, missing } = await contentOfFile(db, host, file, mapping)
  const parsed = parse(read)
  const content: FormContent = { ...parsed, prefix: mapping.prefix ?? parsed.prefix }
  const existing = await designOf(db, content.urlPage)
  const state = !existing ? 'new' : isSameContent(formContent(existing.content), content) ? 'same' : 'changed'
  const { urlPage, prefix, form: { cn, en } } = content
  return { urlPage, prefix, cn, en, state, missing,
    problems: missing.length > 0 ? [] : designProblems(content, await modulesWithNames(db, host)),
    signedBy: fingerprint(file.signature.key), content }
}

const designOf = (db: Db, urlPage: string) =>
  db.selectFrom('form_design as design').leftJoin('form_design_version as version', (join) =>
    join.onRef('version.design', '=', 'design.id').onRef('version.version', '=', 'design.version'))
    .where('design.kind', '=', 'form').where('design.url_page', '=', urlPage).where('design.removed_at', 'is', null)
    .select(['design.id', 'design.content', 'design.revision', 'design.hash', 'version.hash as in_force']).executeTakeFirst()

/**
 * Makes the design of a file, or the next draft of the design of its page, and answers the id; the same file again changes nothing.
 * @throws Refused where names have no counterpart here, or the draft has changes that nobody published
 */
async function importDesign(context: CommandContext, read: ReadFormFile & { readonly content: FormContent }): Promise<string> {
  const { content, missing, state } = read
  if (missing.length > 0)
    throw new Refused('designer.namesMissing', { count: missing.length },
      missing.map(({ kind, id, name }) => ({ field: `${kind}.${id}`, code: 'designer.nameMissing', parameters: { name } })))
  const existing = await designOf(context.db, content.urlPage)
  if (!existing) return addDesign(context, content)
  if (state === 'same') return existing.id
  if (existing.in_force !== null && existing.in_force !== existing.hash) throw new Refused('designer.draftOpen')
  await saveDesign(context, existing.id, { revision: existing.revision, content })
  return existing.id
}

/** Fields and columns that a published version had and the draft has not, the latest definition of each: they can be put back. */
async function removedFields(db: Db, design: string, { form: { fields } }: Pick<FormContent, 'form'>): Promise<readonly RemovedField[]> {
  const versions = await db.selectFrom('form_design_version').select('content').where('design', '=', design).orderBy('version').execute()
  const earlier = new Map(versions.flatMap(({ content }) => ownFields(content)))
  return [...earlier].filter(([path]) => {
    const { table } = partsOf(path)
    // a column goes with its table
    return fieldAt(fields, path) === undefined && (table === undefined || fields[table]?.columns !== undefined)
  }).map(([path, field]) => ({ path, field }))
}

/** Finds fields whose kind is not that which documents of the form have. */
async function kindProblemsOf(db: Db, content: FormContent): Promise<readonly DesignProblem[]> {
  const design = await designOf(db, content.urlPage)
  return design ? kindProblems(await filedFields(db, design.id, content.urlPage), content) : []
}

const ownFields = (content: DesignContent): readonly (readonly [path: string, field: FieldDefinition])[] =>
  isOverlay(content)
    ? content.parts.flatMap((part) => (part.of === 'added' ? [[part.path, part.field] as const] : []))
    : pathsOf(content.form.fields).map((path) => [path, fieldAt(content.form.fields, path)!] as const)

const look = { access: needs(can.view), resource: 'formDesign' } as const
const edit = { access: needs(can.view, can.edit), resource: 'formDesign', repeats: 'once' } as const
const publish = { access: needs(can.view, can.publish), resource: 'formDesign', repeats: 'once' } as const

const id = z.string().min(1).max(64)
const byId = z.strictObject({ id })
const plain = z.strictObject({ _t: z.unknown().optional() })
const reason = z.string().trim().min(1, 'error.field.required').max(1_000)
const urlPage = z.string().regex(/^[a-z0-9-]{2,40}$/, 'error.field.page')
const prefix = z.string().regex(/^[A-Z]{2,6}$/, 'error.field.prefix')
const name = z.string().trim().min(1, 'error.field.required').max(100)
const ids = z.array(id).max(500)

const paging = z.object({ keyword: z.string().trim().max(100).default(''), kind: z.enum(['form', 'overlay']).optional(),
  state: z.enum(['draft', 'published', 'stopped']).optional(), current: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(20) })
const creating = z.strictObject({ urlPage, prefix, group: id, cn: name, en: name, from: id.optional() })
const adding = z.strictObject({ over: id })
/** Pages and prefixes are judged with the design; the page of a form of the product is its business type. */
const drawn = z.strictObject({ urlPage: z.string().max(64), prefix: z.string().max(20), group: id, icon: z.string().max(40).optional(),
  description: z.string().max(500).optional(), starters: z.strictObject({ people: ids, departments: ids, roles: ids }),
  examples: z.array(z.strictObject({ cn: name, en: name, value: z.record(z.string().max(64), z.json()), steps: z.array(id).max(100) }))
    .max(20).optional(), form: z.looseObject({ fields: z.record(z.string(), z.looseObject({})), flow: z.unknown() }) })

const names = z.record(z.string().max(64), z.string().max(64)).optional()
const transferring = z.strictObject({ file: z.unknown(),
  mapping: z.strictObject({ roles: names, people: names, departments: names, dictionaries: names, groups: names,
    prefix: prefix.optional() })
    .default({}) })

/** A design as it was sent, of the right shape. @throws Refused at the places that are not */
function contentOf({ form: sent, ...content }: z.output<typeof drawn>): FormContent {
  const { designed: _d, ...form } = sent as unknown as Form
  const flow = parsed<Flow>(flowInput, form.flow, ['form', 'flow'])
  const body = parsed<FormBody>(formInput, bodyOfForm(form), ['form'])
  return { ...content, form: formOfBody(body, flow) } as FormContent
}

function parsed<Part>(schema: z.ZodType<Part>, part: unknown, at: readonly string[]): Part {
  const { data } = schema.safeParse(part)
  if (data === undefined) demandReadable(schema, part, at)
  return data as Part
}

/** The calls of the designer: drafts, publications, and the contents in force. */
export const designRoutes = (needsOf: NeedsOf) => (app: FastifyInstance, host: Host): void => {
  const { db } = host
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const answer = async (design: string): Promise<FormDesign> => {
    const { content, ...found } = await readDesign(db, await host.directory(db), design)
    const plugins = await modulesWithNames(db, host)
    if (isOverlay(content)) {
      const judged = overlayAnswer({ ...host, plugins }, content, needsOf)
      return { ...found, ...judged, removed: await removedFields(db, design, judged.content), filed: [] }
    }
    const filed = await filedFields(db, design, content.urlPage)
    return { ...found, content, problems: [...designProblems(content, plugins), ...kindProblems(filed, content)],
      removed: await removedFields(db, design, content), filed: filed.map(({ path, field: { kind } }) => ({ path, kind })) }
  }
  const acts: ActsOf = async (context, design) => {
    const { kind } = await lockedDesign(context.db, design)
    return kind === 'overlay' ? overlayActs(needsOf) : formActs
  }

  typed.get(`${path}/page`, { config: look, schema: { querystring: paging } },
    async ({ query }) => designPage(db, await host.directory(db), { ...query, state: query.state, kind: query.kind }))

  typed.post(path, { config: edit, schema: { body: z.union([creating, adding]) } }, async (request) => {
    const { body } = request
    request.audited = { after: body }
    return answer(made(await unitOfWork(host, request, async (context) => {
      if ('over' in body) return { id: await createOverlay(context, body.over) }
      const { from, ...asked } = body
      return { id: await createDesign(context, { ...asked, ...(from !== undefined && { from }) }) }
    })))
  })

  typed.get(`${path}/library`, { config: look, schema: { querystring: plain } },
    async () =>
      library.map(({ key, cn, en, prefix: letters, group, icon, description }): ReadyDesign => ({ key, cn, en, prefix: letters, group, icon,
        description })
      ))

  typed.get(`${path}/:id/file`, { config: look, schema: { params: byId, querystring: plain } },
    async ({ params }) => formFile(db, host, formContent((await readDesign(db, await host.directory(db), params.id)).content)))

  const importing = (body: z.output<typeof transferring>) =>
    readImport(db, host, readFormFile(body.file), { mapping: body.mapping as FormMapping, parse: (content) =>
      contentOf(parsed(drawn, content, ['file'])) })
  typed.post(`${path}/file/check`, { config: { ...look, reads: true }, schema: { body: transferring } }, async ({ body }) => {
    const { content: _, ...read } = await importing(body)
    return read
  })

  typed.post(`${path}/file`, { config: edit, schema: { body: transferring } }, async (request) => {
    const read = await importing(request.body)
    request.audited = { after: { urlPage: read.urlPage, signedBy: read.signedBy } }
    return answer(made(await unitOfWork(host, request, async (context) => ({ id: await importDesign(context, read) }))))
  })

  typed.get(`${path}/:id`, { config: look, schema: { params: byId, querystring: plain } }, ({ params }) => answer(params.id))

  typed.put(`${path}/:id`, { config: edit,
    schema: { params: byId, body: z.strictObject({ revision: versionInput.min(1), content: drawn }) } }, async (request) => {
    const { params, body: { revision, content } } = request
    request.audited = { id: params.id, after: { revision: revision + 1 } }
    await unitOfWork(host, request, async (context) => {
      await (await acts(context, params.id)).save(context, params.id, { revision, content: contentOf(content) })
      return true
    })
    return answer(params.id)
  })

  typed.get(`${path}/:id/samples`, { config: look, schema: { params: byId, querystring: plain } }, async ({ params, caller }) => {
    const { content } = await readDesign(db, await host.directory(db), params.id)
    return isOverlay(content) ? [] : sampleFilings({ host, db, caller }, content)
  })

  typed.post(`${path}/check`, { config: { ...look, reads: true }, schema: { body: drawn } }, async ({ body }) => {
    const content = contentOf(body)
    const shipped = shippedForm(host, content.form.key)
    const plugins = await modulesWithNames(db, host)
    return shipped
      ? overlayProblems(content.form, shipped, { needs: needsOf(shipped), plugins }).map(({ where, text }) => ({ where, text }))
      : [...designProblems(content, plugins), ...await kindProblemsOf(db, content)]
  })

  typed.put(`${path}/:id/settle`, { config: edit,
    schema: { params: byId,
      body: z.strictObject({ revision: versionInput.min(1), question: z.string().min(1).max(300),
        choice: z.enum(['product', 'company']) }) } }, async (request) => {
    request.audited = { id: request.params.id, after: request.body }
    await unitOfWork(host, request, async (context) => {
      await overlayActs(needsOf).settle(context, request.params.id, request.body)
      return true
    })
    return answer(request.params.id)
  })

  typed.delete(`${path}/:id`, { config: edit, schema: { params: byId } }, async (request) => {
    request.audited = { id: request.params.id }
    await unitOfWork(host, request, async (context) => {
      await removeDesign(context, request.params.id)
      return true
    })
    await host.recompose()
    return null
  })

  typed.get(`${path}/:id/history`, { config: look, schema: { params: byId, querystring: plain } },
    async ({ params }) => formPublications.historyOf(db, await host.directory(db), params.id))

  typed.get(`${path}/:id/version/:version`, { config: look,
    schema: { params: byId.extend({ version: z.coerce.number().int().min(1).max(1_000_000) }), querystring: plain } },
    async ({ params }) => {
      const { content } = await versionOf(db, params.id, params.version)
      return isOverlay(content) ? overlaidContent(host, content, needsOf) : content
    })

  typed.get(`${path}/by/:urlPage`, { config: look,
    schema: { params: z.strictObject({ urlPage: z.string().max(40) }), querystring: plain } }, async ({ params }) => {
    const content = (await publishedContents(db)).find((each) => each.urlPage === params.urlPage)
    if (!content) throw new Missing('designer.notPublished')
    return content
  })

  enforcing(app, host, { answer, acts })
}

const formActs = { save: saveDesign, publish: publishDesign, rollBack: rollBackDesign, stop: stopDesign }
type ActsOf = (context: CommandContext, id: string) => Promise<typeof formActs>

/** The calls that change what is in force; each answers once this process answers by it. */
function enforcing(app: FastifyInstance, host: Host,
  { answer, acts }: { readonly answer: (id: string) => Promise<FormDesign>; readonly acts: ActsOf }): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.post(`${path}/:id/publish`, { config: publish,
    schema: { params: byId, body: z.strictObject({ revision: versionInput.min(1), reason }) } }, async (request) => {
    request.audited = { id: request.params.id, after: request.body }
    await unitOfWork(host, request, async (context) => {
      await (await acts(context, request.params.id)).publish(context, request.params.id, request.body)
      return true
    })
    await host.recompose()
    return answer(request.params.id)
  })

  typed.put(`${path}/:id/stop`, { config: publish, schema: { params: byId, body: z.strictObject({ reason }) } }, async (request) => {
    request.audited = { id: request.params.id, after: request.body }
    await unitOfWork(host, request, async (context) => {
      await (await acts(context, request.params.id)).stop(context, request.params.id, request.body.reason)
      return true
    })
    await host.recompose()
    return answer(request.params.id)
  })

  typed.put(`${path}/:id/rollback`, { config: publish,
    schema: { params: byId, body: z.strictObject({ version: z.int().min(1).max(1_000_000), reason }) } }, async (request) => {
    request.audited = { id: request.params.id, after: request.body }
    await unitOfWork(host, request, async (context) => {
      await (await acts(context, request.params.id)).rollBack(context, request.params.id, request.body)
      return true
    })
    await host.recompose()
    return answer(request.params.id)
  })
}

/** The id in the answer of the unit of work, the first or a repeated one. */
const made = (answered: unknown): string => {
  const { id: found } = (typeof answered === 'object' && answered !== null && 'data' in answered ? answered.data : answered) as {
    readonly id: string
  }
  return found
}
