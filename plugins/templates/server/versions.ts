import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Missing, Refused } from '#kernel/errors.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { extensionOf } from '#kernel/values/files.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { newId } from '#server/identity/id.ts'
import type { ImportTarget, TemplateKind, TemplateVersion } from '../wire.ts'
import './tables.ts'
import { largestTemplate, largestWorkbook } from '../template.ts'
import { largestSeal } from './seals.ts'

export interface NewTemplate {
  readonly name: string
  /** Undefined for a print template. */
  readonly target?: ImportTarget
  /** Business type printed with the template. */
  readonly businessType: string | null
  readonly company: string | null
  readonly language: 'cn' | 'en'
}

export interface TemplateFile {
  readonly fileName: string
  readonly content: Buffer
  readonly sha256: string
}

interface VersionAuthor {
  readonly caller: Pick<Caller, 'id'>
  readonly at: Date
}

/** Templates with their versions, one of which is current. */
export const templates = (db: Db) => ({
  /** Inserts a template with its first file. @throws a violated `sys_template_enabled` where one is already enabled */
  async add({ name, target, businessType, company, language }: NewTemplate, file: TemplateFile,
    { caller, at }: VersionAuthor): Promise<string> {
    const id = newId()
    await db.insertInto('sys_template').values({ id, name, ...purposeOf(target, businessType), company, language, file_name: file.fileName,
      file_version: 1, uploaded_by: caller.id, upload_time: at, create_by: caller.id, update_by: caller.id, create_time: at,
      update_time: at }).execute()
    await insertVersion(db, { template: id, number: 1, ...file, restoredFrom: null }, { caller, at })
    return id
  },

  /** Template by id. @throws Missing */
  async one(id: string) {
    const row = await db.selectFrom('sys_template').selectAll().where('id', '=', id).where('del_flag', '=', 0).executeTakeFirst()
    return row ?? missing()
  },

  /** Adds a version and makes it current; returns its number. @throws Missing */
  async renew(id: string, file: TemplateFile & { readonly restoredFrom: number | null }, { caller, at }: VersionAuthor): Promise<number> {
    const before = await db.selectFrom('sys_template').select(['file_version', 'version']).where('id', '=', id).where('del_flag', '=', 0)
      .forUpdate().executeTakeFirst()
    if (!before) return missing()
    const { last } = await db.selectFrom('sys_template_version').select(({ fn }) => fn.max('number').as('last')).where('template', '=', id)
      .executeTakeFirstOrThrow()
    const number = last + 1
    await insertVersion(db, { template: id, number, ...file }, { caller, at })
    await db.updateTable('sys_template').set({ file_name: file.fileName, file_version: number, uploaded_by: caller.id, upload_time: at,
      update_by: caller.id, update_time: at, version: before.version + 1 }).where('id', '=', id).execute()
    return number
  },

  /** File of a version. @throws Missing */
  async file(id: string, number: number): Promise<TemplateFile> {
    const row = await db.selectFrom('sys_template_version').innerJoin('sys_template', 'sys_template.id', 'sys_template_version.template')
      .where('sys_template.del_flag', '=', 0)
      .select(['sys_template_version.file_name as fileName', 'content', 'sha256']).where('template', '=', id).where('number', '=', number)
      .executeTakeFirst()
    if (!row) throw new Missing('templates.noVersion')
    return row
  },

  /** Versions, newest first; at most 200. */
  async history(id: string): Promise<readonly TemplateVersion[]> {
    const rows = await db.selectFrom('sys_template_version as version').leftJoin('sys_user', 'sys_user.id', 'version.uploaded_by')
      .select(['version.number', 'version.file_name', 'version.size', 'version.uploaded_by', 'version.upload_time', 'version.restored_from',
        'sys_user.name'])
      .where('version.template', '=', id).orderBy('version.number', 'desc').limit(200).execute()
    return rows.map((row) => ({ number: row.number, fileName: row.file_name, size: row.size, uploadedBy: row.name ?? row.uploaded_by,
      uploadTime: nowOf(row.upload_time), restoredFrom: row.restored_from })
    )
  },
})

const purposeOf = (target: ImportTarget | undefined, businessType: string | null) =>
  target
    ? ({ kind: 'import', business_type: target.businessType, target: target.target, target_name: `${target.cn}/${target.en}` } as const)
    : ({ kind: 'print', business_type: businessType } as const)

interface Version extends TemplateFile {
  readonly template: string
  readonly number: number
  readonly restoredFrom: number | null
}

const insertVersion = (db: Db, { template, number, fileName, content, sha256, restoredFrom }: Version, { caller, at }: VersionAuthor) =>
  db.insertInto('sys_template_version').values({ template, number, file_name: fileName, size: content.length, sha256, content,
    uploaded_by: caller.id, upload_time: at, restored_from: restoredFrom }).execute()

function missing(): never {
  throw new Missing('error.missing')
}

/** An uploaded file with the accompanying form fields. */
interface UploadedTemplate {
  readonly fileName: string
  readonly content: Buffer
  readonly sha256: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Reads the single file of a request: a Word file for prints, a workbook for imports; `kindOf` determines the kind from the form fields.
 * @throws Refused
 */
export async function uploadedTemplate(request: FastifyRequest,
  kindOf: (fields: UploadedTemplate['fields']) => TemplateKind): Promise<UploadedTemplate> {
  const { name, content, fields } = await uploaded(request, largestTemplate)
  const isWorkbook = kindOf(fields) === 'import'
  if (extensionOf(name) !== (isWorkbook ? 'xlsx' : 'docx')) throw refused(isWorkbook ? 'templates.notXlsx' : 'templates.notDocx')
  if (content.length > largestTemplate) throw refused('attachments.tooLarge', { limit: 20 })
  if (isWorkbook && content.length > largestWorkbook * 1024) throw refused('templates.largeWorkbook', { limit: largestWorkbook })
  return { fileName: baseName(name), content, sha256: createHash('sha256').update(content).digest('hex'), fields }
}

/** Reads the single picture of a request. @throws Refused */
export async function uploadedPicture(request: FastifyRequest): Promise<Buffer> {
  const { content } = await uploaded(request, largestSeal)
  if (content.length > largestSeal) throw refused('attachments.tooLarge', { limit: 1 })
  return content
}

interface UploadedFile {
  readonly name: string
  readonly content: Buffer
  readonly fields: Readonly<Record<string, string>>
}

/** Reads the file and fields; a too long file is truncated one byte above the limit and then refused by its length. */
async function uploaded(request: FastifyRequest, largest: number): Promise<UploadedFile> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let file: Omit<UploadedFile, 'fields'> | undefined
  for await (const part of request.parts(
    { limits: { fileSize: largest + 1, fieldSize: 1_000, fields: 10, files: 1 }, throwFileSizeLimit: false } as object,
  )) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else file = { name: part.filename, content: await part.toBuffer() }
  }
  if (!file || file.content.length === 0) throw refused('templates.noFile')
  return { ...file, fields }
}

const refused = (code: string, parameters: Readonly<Record<string, number>> = {}) =>
  new Refused(code, parameters, [{ field: 'file', code, parameters }])

/** File name without a path and without control characters. */
function baseName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what must go
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).replaceAll(/[\u0000-\u001f\u007f]/g, '').trim().slice(-255)
}
