import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { S3mini } from 's3mini'
import type { Storage } from './storage.ts'

export interface S3Settings {
  /** With the bucket as its path: https://s3.example.com/attachments. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** How much of a file is in memory while it is sent; S3 takes no smaller parts but the last. */
const partLength = 8 * 1024 * 1024

/** Objects of an S3-compatible store: sent in parts, of which nothing remains unless all arrive. */
export function s3Storage(settings: S3Settings): Storage {
  const s3 = new S3mini(settings)
  return {
    async write(path, bytes) {
      const hash = createHash('sha256')
      let size = 0
      const parts = partsOf(bytes, (chunk) => {
        hash.update(chunk)
        size += chunk.length
      })
      const first = await parts.next()
      const second = first.done ? first : await parts.next()
      if (second.done) await s3.putObject(path, first.value ?? Buffer.alloc(0))
      else await sendParts(s3, path, [first.value as Buffer, second.value], parts)
      return { size, sha256: hash.digest('hex') }
    },
    read: (path) => Readable.from(contentOf(s3, path)),
    async remove(path) {
      await s3.deleteObject(path)
    },
  }
}

/** An upload in parts; given up, so that the store keeps none of them, where one fails. */
async function sendParts(s3: S3mini, path: string, begun: readonly Buffer[], rest: AsyncGenerator<Buffer>): Promise<void> {
  const upload = await s3.getMultipartUploadId(path)
  try {
    const sent: Awaited<ReturnType<S3mini['uploadPart']>>[] = []
    const send = async (part: Buffer) => void sent.push(await s3.uploadPart(path, upload, part, sent.length + 1))
    for (const part of begun) await send(part)
    for await (const part of rest) await send(part)
    await s3.completeMultipartUpload(path, upload, sent)
  } catch (error) {
    await s3.abortMultipartUpload(path, upload).catch(() => undefined)
    throw error
  }
}

/** The stream in parts of one length, the last one shorter. */
async function* partsOf(bytes: Readable, heard: (chunk: Buffer) => void): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    heard(chunk)
    held.push(chunk)
    length += chunk.length
    while (length >= partLength) {
      const joined = Buffer.concat(held)
      yield joined.subarray(0, partLength)
      held = [joined.subarray(partLength)]
      length -= partLength
    }
  }
  if (length > 0) yield Buffer.concat(held)
  return undefined
}

async function* contentOf(s3: S3mini, path: string): AsyncGenerator<Uint8Array> {
  const answer = await s3.getObjectResponse(path)
  if (!answer?.body) throw new Error(`${path} is not in the store`)
  yield* answer.body as unknown as ReadableStream<Uint8Array>
}
