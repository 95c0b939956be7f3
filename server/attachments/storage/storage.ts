import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sqlState } from '#server/database/errors.ts'

/** The storage of the bytes of attachments. */
export interface Storage {
  /** Stores a stream under a path; on any failure, nothing of it remains. @returns its size in bytes and SHA-256 */
  write(path: string, bytes: Readable): Promise<{ size: number; sha256: string }>
  /** The size of a file in bytes; undefined where there is none. */
  size(path: string): Promise<number | undefined>
  /** Reads the file, or a range of it; fails on reading where it does not exist. */
  read(path: string, part?: ByteRange): Readable
  /** Deletes a file, including remains of an interrupted write; no-op where there is none. */
  remove(path: string): Promise<void>
}

/** A range of bytes; `end` is exclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Reads a small range of a file into memory. */
export async function bytesOf(storage: Storage, path: string, part: ByteRange): Promise<Buffer> {
  return part.end > part.start ? buffer(storage.read(path, part)) : Buffer.alloc(0)
}

/** Files below one directory: written to a temporary file, flushed, then renamed. */
export function diskStorage(root: string): Storage {
  const base = resolve(root)
  const placeOf = (path: string) => {
    const place = resolve(base, path)
    if (!place.startsWith(base + sep)) throw new Error(`${path} leaves the storage`)
    return place
  }
  const asideOf = (path: string) => join(base, 'incoming', path.replaceAll('/', '-'))
  return {
    async write(path, bytes) {
      const place = placeOf(path)
      const aside = asideOf(path)
      await Promise.all([mkdir(dirname(place), { recursive: true }), mkdir(dirname(aside), { recursive: true })])
      try {
        const measured = await flush(aside, bytes)
        await rename(aside, place)
        return measured
      } catch (error) {
        await rm(aside, { force: true })
        throw error
      }
    },
    size: (path) => sizeOf(placeOf(path)),
    read: (path, part) => createReadStream(placeOf(path), part && { start: part.start, end: part.end - 1 }),
    async remove(path) {
      await Promise.all([placeOf(path), asideOf(path)].map((place) => rm(place, { force: true })))
    },
  }
}

async function sizeOf(place: string): Promise<number | undefined> {
  try {
    const found = await stat(place)
    return found.isFile() ? found.size : undefined
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(sqlState(error) ?? '')) return undefined
    throw error
  }
}

async function flush(path: string, bytes: Readable): Promise<{ size: number; sha256: string }> {
  const file = await open(path, 'w', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      for (let written = 0; written < chunk.length;) written += (await file.write(chunk, written)).bytesWritten
    }
    await file.sync()
    return { size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}
