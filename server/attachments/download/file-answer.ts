import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodeFileName } from '#server/http/answers/file-answer.ts'
import type { Attachment } from '../wire.ts'
import type { Storage, ByteRange } from '../storage/storage.ts'
import { demandBytes, verifiedBytes } from '../inspection/verification.ts'

/** Types that browsers display without running scripts. */
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

/** Returns whether a browser can display the file inline. */
export const isShownInline = ({ file_type: type }: Pick<Attachment, 'file_type'>): boolean => Object.hasOwn(shownInline, type)

/** A stored file, as needed to answer it. */
type StoredFile = Pick<Attachment, 'path' | 'size' | 'sha256' | 'real_name' | 'file_type'>

interface FileRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Whether to display the file instead of saving it, where possible. */
  readonly inline: boolean
}

/**
 * Answers a file, or the requested range of it, so that interrupted downloads can be resumed.
 * @throws Missing where its bytes are missing or damaged
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

/** Returns whether ranges that the client already has are of the same content. */
const stillKnown = ({ headers: { 'if-range': known } }: FastifyRequest, row: StoredFile) => known === undefined || known === tagOf(row)

/**
 * The range requested by a `Range` header; undefined where the whole file is to be sent (no header, several ranges, another unit, an
 * invalid value), and `beyond` where it starts after the end (RFC 9110, 14).
 */
export function requestedRange(header: string | undefined, size: number): ByteRange | 'beyond' | undefined {
  const part = fromPlace(header ?? '', size) ?? fromEnd(header ?? '', size)
  return part && part.start >= part.end ? 'beyond' : part
}

/** `bytes=10-19`, `bytes=10-` */
function fromPlace(header: string, size: number): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? []
  if (first === undefined) return undefined
  if (!last) return { start: Number(first), end: size }
  return Number(last) < Number(first) ? undefined : { start: Number(first), end: Math.min(size, Number(last) + 1) }
}

/** The last n bytes: `bytes=-7` */
function fromEnd(header: string, size: number): ByteRange | undefined {
  const [, count] = /^bytes=-(\d+)$/.exec(header) ?? []
  return count === undefined ? undefined : { start: Math.max(0, size - Number(count)), end: size }
}
