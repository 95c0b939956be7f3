import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { Refused } from '#kernel/errors.ts'
import { extensionOf } from '#kernel/values/file-name.ts'
import { largestTemplate, largestWorkbook } from '../template.ts'
import type { TemplateKind } from '../wire.ts'
import { largestSeal } from './seals.ts'

/** An uploaded file with the accompanying form fields. */
export interface UploadedTemplate {
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
