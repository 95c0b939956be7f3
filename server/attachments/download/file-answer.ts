import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodeFileName } from '#server/http/answers/file-answer.ts'
import type { Attachment } from '../attachment.ts'
import { requestedRange } from './range.ts'
import type { Storage } from '../storage/storage.ts'
import { demandBytes, verifiedBytes } from '../inspection/verification.ts'

/** Only what a browser shows without running anything. */
const shownInline: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
  ico: 'image/x-icon',
}

/** Returns whether a browser can show the file beside a document as it is. */
export const isShownInline = ({ file_type: type }: Pick<Attachment, 'file_type'>): boolean => Object.hasOwn(shownInline, type)

/** A file of the storage, as it is answered. */
type StoredFile = Pick<Attachment, 'path' | 'size' | 'sha256' | 'real_name' | 'file_type'>

interface FileRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** To be looked at rather than saved, where the browser can. */
  readonly inline: boolean
}

/**
 * Answers a file, or the part of it that the request asks for: a download that broke off goes on where it was.
 * @throws Missing where its bytes are gone or damaged
 */
export async function answerFile(storage: Storage, row: StoredFile, { request, reply, inline }: FileRequest): Promise<FastifyReply> {
  await demandBytes(storage, [row])
  const type = inline ? shownInline[row.file_type] : undefined
  void reply
    .header('content-type', type ?? 'application/octet-stream')
    .header('content-disposition', `${type ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeFileName(row.real_name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('accept-ranges', 'bytes')
    .header('etag', tagOf(row))
  const size = Number(row.size)
  const part = stillKnown(request, row) ? requestedRange(request.headers.range, size) : undefined
  if (part === undefined) return reply.header('content-length', size).send(verifiedBytes(storage, row))
  if (part === 'beyond') return reply.code(416).header('content-range', `bytes */${size}`).send('')
  return reply.code(206).header('content-range', `bytes ${part.start}-${part.end - 1}/${size}`).header('content-length',
    part.end - part.start).send(storage.read(row.path, part))
}

const tagOf = ({ sha256 }: StoredFile) => `"${sha256}"`

/** Returns whether the parts that the asker has are of this very content. */
const stillKnown = ({ headers: { 'if-range': known } }: FastifyRequest, row: StoredFile) => known === undefined || known === tagOf(row)
