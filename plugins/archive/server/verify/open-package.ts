import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { z } from 'zod'
import { manifestFormat, manifestName } from '../manifest.ts'

/** Thrown if the file is not a package, or its manifest cannot be read. */
class NoPackage extends Error {
  override readonly name = 'NoPackage'
}

/** Maximum size of a manifest in bytes, enough for some two million files. */
const largestManifest = 512 * 1024 * 1024

export interface OpenedPackage {
  readonly manifest: ReadManifest
  /** SHA-256 of the manifest's bytes. */
  readonly manifestSha256: string
  readonly entries: ReadonlyMap<string, Entry>
  /** Names that occur more than once in the zip. */
  readonly repeated: readonly string[]
  read(entry: Entry): Promise<Readable>
  close(): void
}

const hex = z.string().regex(/^[0-9a-f]{64}$/)
const text = z.string().max(500)
const amount = z.string().regex(/^-?\d+\.\d{2}$/)

/** Schema of the parts of a manifest that are verified; further properties are ignored. */
const shape = z.looseObject({
  format: z.literal(manifestFormat),
  company: z.looseObject({ code: text, cn: text, en: text }),
  period: text,
  number: z.int().min(1),
  previous: z.looseObject({ number: z.int().min(1), period: text, manifestSha256: hex }).nullable(),
  counts: z.looseObject({ documents: z.int(), files: z.int(), originals: z.int(), missing: z.int(),
    readings: z.looseObject({ files: z.int(), verified: z.int() }).optional() }),
  totals: z.looseObject({
    ledger: z.looseObject({ entries: z.int(), spent: amount, occupy: amount, release: amount, transfer: amount, adjust: amount }),
  }),
  missing: z.array(z.looseObject({ name: text, reason: text })),
  files: z.array(z.looseObject({ name: text, kind: text, size: z.number().min(0), sha256: hex })),
})

export type ReadManifest = z.output<typeof shape>

/** Opens a package and parses its manifest. @throws NoPackage */
export async function openPackage(path: string): Promise<OpenedPackage> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    throw isSystemError(error) ? error : new NoPackage(`不是压缩包，或文件不完整 / Not a zip, or not all of it (${messageOf(error)})`)
  })
  try {
    return await opened(zip)
  } catch (error) {
    zip.close()
    throw error
  }
}

async function opened(zip: ZipFile): Promise<OpenedPackage> {
  const { entries, repeated } = await entriesOf(zip).catch((error: unknown) => {
    throw new NoPackage(`压缩包目录已损坏 / The directory of the zip is damaged (${messageOf(error)})`)
  })
  const entry = entries.get(manifestName)
  if (!entry || entry.uncompressedSize > largestManifest)
    throw new NoPackage(`压缩包中没有 ${manifestName} / The zip has no ${manifestName}`)
  const bytes = await bytesOf(await zip.openReadStreamPromise(entry)).catch((error: unknown) => {
    throw new NoPackage(`${manifestName} 已损坏 / ${manifestName} is damaged (${messageOf(error)})`)
  })
  return { manifest: manifestOf(bytes), manifestSha256: createHash('sha256').update(bytes).digest('hex'), entries, repeated,
    read: (each) => zip.openReadStreamPromise(each), close: () => zip.close() }
}

async function entriesOf(zip: ZipFile): Promise<Pick<OpenedPackage, 'entries' | 'repeated'>> {
  const entries = new Map<string, Entry>()
  const repeated: string[] = []
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (entries.has(entry.fileName)) repeated.push(entry.fileName)
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.once('end', resolve)
    zip.once('error', reject)
    zip.readEntry()
  })
  return { entries, repeated }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

function manifestOf(bytes: Buffer): ReadManifest {
  try {
    return shape.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new NoPackage(`${manifestName} 无法读取 / ${manifestName} cannot be read`)
  }
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
