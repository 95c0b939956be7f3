import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini } from 's3mini'
import { sqlState } from '#server/database/errors.ts'
import { OutsideUnavailable } from '#server/http/answers/errors.ts'
import type { Env } from '#server/env.ts'

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
function diskStorage(root: string): Storage {
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

interface S3Settings {
  /** With the bucket as the path: https://s3.example.com/attachments. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Size of a part in memory while it is sent; the minimum of S3 for all parts but the last. */
const partLength = 5 * 1024 * 1024

/** Timeout of an answer by the store, including sending a part, and between two chunks of a file, ms. */
const longestSilence = 30_000

/**
 * Storage in an S3-compatible store: files are sent in parts, which are discarded unless all arrive. Calls fail with OutsideUnavailable
 * after `timeout` ms without an answer; reading a file may take longer as long as data arrive.
 */
export function s3Storage(settings: S3Settings, timeout = longestSilence): Storage {
  const s3 = new S3mini({ ...settings, requestAbortTimeout: timeout, fetch: (url, how) => answered(fetch(url, how)) })
  const reading = new S3mini({ ...settings, fetch: (url, how) => answered(answerWithin(timeout, url, how)) })
  return {
    async write(path, bytes) {
      const hash = createHash('sha256')
      let size = 0
      const parts = partsOf(bytes, (chunk) => {
        hash.update(chunk)
        size += chunk.length
      })
      await send(s3, path, parts)
      return { size, sha256: hash.digest('hex') }
    },
    size: (path) =>
      s3.getContentLength(path).catch(async (error: unknown) => {
        if ((await s3.objectExists(path)) === false) return undefined
        throw error
      }),
    read: (path, part) => Readable.from(contentOf(reading, { path, part, timeout })),
    async remove(path) {
      await s3.deleteObject(path)
    },
  }
}

interface FilePart {
  readonly bytes: Buffer
  readonly isLast: boolean
}

/** Sends a file of one part directly, others part by part; aborts the upload on a failure, so that the store discards its parts. */
async function send(s3: S3mini, path: string, parts: AsyncIterable<FilePart>): Promise<void> {
  let upload: string | undefined
  const sent: Awaited<ReturnType<S3mini['uploadPart']>>[] = []
  try {
    for await (const { bytes, isLast } of parts) {
      if (isLast && upload === undefined) return void (await s3.putObject(path, bytes))
      upload ??= await s3.getMultipartUploadId(path)
      sent.push(await s3.uploadPart(path, upload, bytes, sent.length + 1))
    }
    if (upload !== undefined) await s3.completeMultipartUpload(path, upload, sent)
  } catch (error) {
    if (upload !== undefined) await s3.abortMultipartUpload(path, upload).catch(() => undefined)
    throw error
  }
}

/**
 * Splits a stream into parts of equal size, the last one shorter. All share one buffer: a part must be processed before the next is
 * requested.
 */
async function* partsOf(bytes: Readable, onChunk: (chunk: Buffer) => void): AsyncGenerator<FilePart, undefined> {
  const room = Buffer.allocUnsafeSlow(partLength)
  let filled = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    onChunk(chunk)
    for (let taken = 0; taken < chunk.length;) {
      if (filled === partLength) {
        yield { bytes: room, isLast: false }
        filled = 0
      }
      const copied = chunk.copy(room, filled, taken)
      filled += copied
      taken += copied
    }
  }
  yield { bytes: room.subarray(0, filled), isLast: true }
  return undefined
}

/** A file, or a range of it, to read. */
interface ObjectRead {
  readonly path: string
  readonly part: ByteRange | undefined
  readonly timeout: number
}

async function* contentOf(s3: S3mini, { path, part, timeout }: ObjectRead): AsyncGenerator<Uint8Array> {
  const answer = part ? await s3.getObjectRaw(path, false, part.start, part.end) : await s3.getObjectResponse(path)
  if (!answer?.body) throw new Error(`${path} is not in the store`)
  const reader = answer.body.getReader()
  try {
    for (;;) {
      const { done, value } = await within(timeout, reader.read())
      if (done) return
      yield value
    }
  } finally {
    // not awaited, since an unresponsive store does not answer this either
    reader.cancel().catch(() => undefined)
  }
}

/** Limits the time until the headers of an answer; its body may take longer. */
async function answerWithin(timeout: number, url: Parameters<typeof fetch>[0], how: RequestInit | undefined): Promise<Response> {
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), timeout)
  return fetch(url, { ...how, signal: giveUp.signal }).finally(() => clearTimeout(timer))
}

/** Converts network failures and timeouts to OutsideUnavailable: the call can be retried later. */
const answered = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw new OutsideUnavailable('The object store does not answer', { cause: error })
  })

async function within<Answer>(timeout: number, work: Promise<Answer>): Promise<Answer> {
  const clock = new AbortController()
  const silence = sleep(timeout, undefined, { signal: clock.signal }).then(() => Promise.reject(new Error('silence')))
  silence.catch(() => undefined)
  return answered(Promise.race([work, silence])).finally(() => clock.abort())
}

/** The storage of attachments: the object store of the settings, or the data directory. */
export const storageOf = ({ objectStore, dataDirectory }: Pick<Env, 'objectStore' | 'dataDirectory'>): Storage =>
  objectStore ? s3Storage(objectStore) : diskStorage(join(dataDirectory, 'attachments'))
