import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refused } from '#kernel/errors.ts'
import { extensionOf } from '#kernel/values/file-name.ts'

/** Maximum size of an imported file, bytes (500 kB). */
const fileLimit = 512_000

export interface UploadedFile {
  readonly name: string
  readonly bytes: Buffer
  readonly sha256: string
  /** The other fields of the form. */
  readonly fields: Readonly<Record<string, string>>
}

/** One byte above the limit: a longer file is truncated, and then refused by its length with a message of imports. */
const limited = { limits: { fileSize: fileLimit + 1, fieldSize: 1_000, fields: 20 }, throwFileSizeLimit: false }

/** Reads the single file of a call and its other fields, in any order. @throws Refused */
export async function uploadedFile(request: FastifyRequest): Promise<UploadedFile> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let file: Pick<UploadedFile, 'name' | 'bytes'> | undefined
  for await (const part of request.parts(limited)) {
    if (part.type === 'field') fields[part.fieldname] = String(part.value)
    else if (file) part.file.resume()
    else file = { name: part.filename, bytes: await part.toBuffer() }
  }
  if (!file || file.bytes.length === 0) throw new Refused('imports.noFile')
  if (file.bytes.length > fileLimit || !['xls', 'xlsx'].includes(extensionOf(file.name))) throw new Refused('workbooks.file')
  return { ...file, sha256: createHash('sha256').update(file.bytes).digest('hex'), fields }
}
