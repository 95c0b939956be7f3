import type { ByteRange } from '../storage/storage.ts'

/**
 * The part of a file that a `Range` header asks for; nothing where the whole is to be answered (no header, several
 * ranges, another unit, nonsense), and `beyond` where it begins behind the end (RFC 9110, 14).
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

/** The last so many bytes: `bytes=-7` */
function fromEnd(header: string, size: number): ByteRange | undefined {
  const [, count] = /^bytes=-(\d+)$/.exec(header) ?? []
  return count === undefined ? undefined : { start: Math.max(0, size - Number(count)), end: size }
}
