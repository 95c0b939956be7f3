import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing, Refused } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import { editableFields } from '#kernel/evaluate/access/editable.ts'
import { transaction } from '#server/database/transaction.ts'
import { needs } from '#server/http/access.ts'
import { savedFile } from '#server/http/answers/file-answer.ts'
import { parseInput } from '#server/http/requests/validation.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { templateOf } from '#server/imports/template/template.ts'
import { tagsOf } from '#server/prints/word/tags.ts'
import { serverMessages } from '#server/server-messages.ts'
import { workbookType } from '#server/workbooks/writer.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { checkTemplate } from '#server/prints/word/templates.ts'
import { rowImporter } from '#server/documents/rows/table-rows.ts'
import { type Importer, importersOf } from '#server/imports/importer.ts'
import { templateProblems } from '#server/imports/own-template/own-template.ts'
import { can } from '../permissions.ts'
import type { ImportTarget, TagGroup } from '../wire.ts'
import { starterOf } from './starter/starter.ts'
import { templates, uploadedTemplate } from './versions.ts'

type ImportColumns = Pick<Importer<never, never>, 'columns' | 'others' | 'cn' | 'en' | 'notes' | 'allOrNothing'> & {
  readonly identity?: { readonly columns: readonly string[] }
}

/** Import targets: records, then tables of forms. */
const importTargets = (host: Host): readonly ImportTarget[] => [
  ...[...importersOf(host).values()].map(({ id, cn, en }) => ({ target: id, cn, en, businessType: null })),
  ...host.plugins.flatMap(({ forms }) => forms).flatMap((form) =>
    tablesOf(form).map(([table, { cn, en }]) => ({ target: `${form.key}.${table}`, cn: `${form.cn} · ${cn}`, en: `${form.en} · ${en}`,
      businessType: form.key })
    )
  ),
]

/** Tables that the initiator can edit. */
function tablesOf(form: Form) {
  const editable = editableFields(form, 'start')
  return Object.entries(form.fields).filter(([key, { kind, columns = {} }]) =>
    kind === 'table' && editable(key) && Object.keys(columns).some((column) => editable(`${key}.${column}`))
  )
}

/** Finds an import target. @throws Missing */
function importTarget(host: Host, target: string): ImportTarget {
  const found = importTargets(host).find((each) => each.target === target)
  if (!found) throw new Missing('templates.noImport')
  return found
}

/** Columns of a target's importer. @throws Missing */
function targetImporter(host: Host, caller: Caller, target: string): ImportColumns {
  const { businessType } = importTarget(host, target)
  if (businessType === null) return importersOf(host).get(target) ?? missing()
  const form = host.plugins.flatMap(({ forms }) => forms).find(({ key }) => key === businessType) ?? missing()
  return rowImporter({ host, form, caller }, target.slice(businessType.length + 1))
}

function missing(): never {
  throw new Missing('templates.noImport')
}

/**
 * Validates a workbook as an import template: column headers must be known, and contents that issued workbooks would lose must be
 * confirmed.
 * @throws Refused with all problems
 */
async function demandWorkbook(content: Uint8Array, importer: ImportColumns, isConfirmed: boolean): Promise<void> {
  const found = await templateProblems(content, importer)
  const problems = isConfirmed ? found.filter(({ level }) => level !== 'confirm') : found
  const [first] = problems
  if (!first) return
  throw new Refused(first.level === 'confirm' ? 'templates.loses' : 'templates.wrong', { count: problems.length },
    problems.map((problem) => ({ field: 'file', ...problem })))
}

const path = '/system/template'
const resource = 'template'
const id = z.string().min(1).max(32)
const businessType = z.string().min(1).max(64)
const language = z.enum(['cn', 'en'])
const companyOf = z.string().max(100).transform((value) => value || null).default(null)
const named = { name: z.string().trim().min(1).max(60), company: companyOf, language }
const fresh = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('print'), ...named, businessType }),
  z.strictObject({ kind: z.literal('import'), ...named, target: z.string().min(1).max(130) }),
])
const version = z.coerce.number().int().min(1).max(1_000_000)

/** Routes of templates in addition to their list: upload, validation, download and versions of files. */
export function templateRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const { db, clock } = host
  const seen = { access: needs(can.view), resource } as const
  /** Validates a file for the template's purpose. @throws Refused */
  const demandFile = (caller: Caller,
    { target, business_type: type }: { readonly target: string | null; readonly business_type: string | null },
    { content, isConfirmed }: { readonly content: Uint8Array; readonly isConfirmed: boolean }) =>
    target === null
      ? demandTemplate(content, printedForm(host, type ?? ''))
      : demandWorkbook(content, targetImporter(host, caller, target), isConfirmed)

  routes.get(`${path}/tags/:businessType`, { config: seen, schema: { params: z.strictObject({ businessType }) } },
    async ({ params }): Promise<readonly TagGroup[]> => groupsOf(printedForm(host, params.businessType)))

  routes.get(`${path}/starter`, { config: { ...seen, answersFile: true }, schema: { querystring: z.object({ businessType, language }) } },
    async ({ query }, reply) => {
      const form = printedForm(host, query.businessType)
      return word(reply, `${form[query.language]}.docx`, await starterOf(form, query.language))
    })

  routes.post(`${path}/upload`, { config: { access: needs(can.add), resource, multipart: true, repeats: 'parts' } }, async (request) => {
    const { fields, ...file } = await uploadedTemplate(request, (sent) => (sent['kind'] === 'import' ? 'import' : 'print'))
    const { confirmed, ...entered } = fields
    const template = parseInput(fresh, { kind: 'print', ...entered })
    const purpose = template.kind === 'print'
      ? { businessType: template.businessType }
      : { businessType: null, target: importTarget(host, template.target) }
    await demandFile(request.caller, { business_type: purpose.businessType, target: purpose.target?.target ?? null }, {
      content: file.content,
      isConfirmed: confirmed === 'true',
    })
    const { name, company, language: of } = template
    const made = await transaction(db,
      (tx) => templates(tx).add({ name, company, language: of, ...purpose }, file, { caller: request.caller, at: clock.now() })).catch(
        enabledTwice,
      )
    request.audited = { id: made, after: { ...template, fileName: file.fileName, sha256: file.sha256 } }
    return { id: made }
  })

  routes.post(`${path}/:id/upload`, { config: { access: needs(can.edit), resource, multipart: true, repeats: 'parts' },
    schema: { params: z.strictObject({ id }) } }, async (request) => {
    const before = await templates(db).one(request.params.id)
    const { fields: { confirmed }, ...file } = await uploadedTemplate(request, () => before.kind)
    await demandFile(request.caller, before, { content: file.content, isConfirmed: confirmed === 'true' })
    const number = await transaction(db,
      (tx) => templates(tx).renew(before.id, { ...file, restoredFrom: null }, { caller: request.caller, at: clock.now() }))
    request.audited = { id: before.id, before: { fileVersion: before.file_version },
      after: { fileVersion: number, fileName: file.fileName, sha256: file.sha256 } }
    return { id: before.id, fileVersion: number }
  })

  routes.get(`${path}/:id/versions`, { config: seen, schema: { params: z.strictObject({ id }) } },
    async ({ params }) => templates(db).history((await templates(db).one(params.id)).id))

  routes.get(`${path}/:id/file`, { config: { ...seen, answersFile: true },
    schema: { params: z.strictObject({ id }), querystring: z.object({ version: version.optional() }) } },
    async ({ params, query }, reply) => {
      const { file_version: current, kind } = await templates(db).one(params.id)
      const file = await templates(db).file(params.id, query.version ?? current)
      return kind === 'import'
        ? reply.headers(savedFile(file.fileName)).type(workbookType).send(file.content)
        : word(reply, file.fileName, file.content)
    })

  routes.get(`${path}/importTargets`, { config: seen }, async (): Promise<readonly ImportTarget[]> => importTargets(host))

  routes.get(`${path}/importStarter`, { config: { ...seen, answersFile: true },
    schema: { querystring: z.object({ target: z.string().max(130), language }) } }, async ({ caller, query }, reply) => {
    const importer = targetImporter(host, caller, query.target)
    const content = await templateOf(importer, { host, find: serverMessages(host.plugins), caller, locale: query.language })
    return reply.headers(savedFile(`${importer[query.language]}.xlsx`)).type(workbookType).send(content)
  })

  routes.put(`${path}/:id/restore`, { config: { access: needs(can.edit), resource, repeats: 'once' },
    schema: { params: z.strictObject({ id }), body: z.strictObject({ version }) } }, async (request) => {
    const { version: restoredVersion } = request.body
    const before = await templates(db).one(request.params.id)
    const file = await templates(db).file(before.id, restoredVersion)
    // losses were already confirmed when it was uploaded
    await demandFile(request.caller, before, { content: file.content, isConfirmed: true })
    return unitOfWork(host, request, async ({ db: tx, caller, at }) => {
      const { file_version: current } = await templates(tx).one(before.id)
      if (current === restoredVersion) throw new Refused('templates.sameVersion')
      const number = await templates(tx).renew(before.id, { ...file, restoredFrom: restoredVersion }, { caller, at })
      request.audited = { id: before.id, before: { fileVersion: current }, after: { fileVersion: number, restoredFrom: restoredVersion } }
      return { id: before.id, fileVersion: number }
    })
  })
}

function enabledTwice(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && error.constraint === 'sys_template_enabled') {
    throw new Refused('templates.enabledTwice', {}, [{ field: 'businessType', code: 'templates.enabledTwice' }])
  }
  throw error
}

function groupsOf(form: ReturnType<typeof printedForm>): TagGroup[] {
  const { general, fields, loops, conditions, pictures } = tagsOf(form)
  return [
    { cn: '每张单据', en: 'Every document', tags: [...general, ...pictures] },
    { cn: form.cn, en: form.en, tags: fields },
    ...loops.map(({ name, cn, en, columns }) => ({ cn, en, loop: name, tags: columns })),
    { cn: '条件', en: 'Conditions', tags: conditions },
  ]
}

const word = (reply: FastifyReply, name: string, content: Uint8Array) =>
  reply.headers(savedFile(name)).type('application/vnd.openxmlformats-officedocument.wordprocessingml.document').send(Buffer.from(content))

/** Finds a printable form. @throws Missing */
function printedForm({ plugins }: Pick<Host, 'plugins'>, businessType: string): Form {
  const form = plugins.flatMap(({ forms }) => forms).find(({ key }) => key === businessType)
  if (!form || form.print === false) throw new Missing('templates.noForm')
  return form
}

/** Validates a file as a print template of a form. @throws Refused with all problems */
async function demandTemplate(content: Uint8Array, form: Form): Promise<void> {
  const problems = await checkTemplate(content, tagsOf(form))
  if (problems.length === 0) return
  throw new Refused('templates.wrong', { count: problems.length },
    problems.map(({ code, parameters = {} }) => ({ field: 'file', code: `prints.word.${code}`, parameters })))
}
