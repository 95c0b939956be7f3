import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { Missing } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { Attachment } from '../wire.ts'
import type { Storage } from '../storage/storage.ts'

export type KeptBytes = Pick<Attachment, 'path' | 'size' | 'sha256'>

/** Checks that the bytes of files exist in their full length. @throws Missing where they are missing or damaged */
export async function demandBytes(storage: Storage, files: readonly KeptBytes[]): Promise<void> {
  for (const { path, size } of files) {
    const found = await storage.size(path)
    if (found === undefined) throw new Missing('attachments.gone')
    if (found !== Number(size)) throw new Missing('attachments.damaged')
  }
}

/**
 * Streams a file and verifies its hash: the last chunk is only passed on if the hash matches that of the upload, so that a damaged file
 * results in an error, never in a seemingly complete file.
 */
export function verifiedBytes(storage: Storage, { path, sha256 }: KeptBytes): Readable {
  const hash = createHash('sha256')
  let last: Buffer | undefined
  const verifier = new Transform({
    transform(piece: Buffer, _, done) {
      hash.update(piece)
      const before = last
      last = piece
      done(null, before)
    },
    flush(done) {
      if (hash.digest('hex') === sha256) done(null, last)
      else done(new Missing('attachments.damaged'))
    },
  })
  const file = storage.read(path)
  file.once('error', (error) => verifier.destroy(error))
  verifier.once('close', () => file.destroy())
  return file.pipe(verifier)
}

/** Differences between the rows of attachments and their files. */
export interface FileReport {
  readonly checked: number
  readonly mismatches: readonly string[]
}

const batch = 200

/** Compares every attachment with its file: existence and length; with `contents` also the hash. */
export async function checkFiles(db: Db, storage: Storage, { contents }: { contents: boolean }): Promise<FileReport> {
  const mismatches: string[] = []
  let checked = 0
  for (let after = '';;) {
    const rows = await db.selectFrom('attachment').select(['id', 'document', 'real_name', 'path', 'size', 'sha256']).where('absent_since',
      'is', null).where('id', '>', after)
      .orderBy('id').limit(batch).execute()
    for (const row of rows) {
      const complaint = await complaintAbout(storage, row, contents)
      if (complaint && (await isStillThere(db, row.id)))
        mismatches.push(
          `attachment ${row.id} (${row.real_name}${row.document === null ? '' : ` of ${row.document}`}): ${row.path} ${complaint}`,
        )
    }
    checked += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < batch) return { checked, mismatches }
    after = last.id
  }
}

/** Returns whether the file still exists: it may have been deleted in the meantime. */
async function isStillThere(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('attachment').select('id').where('id', '=', id).where('absent_since', 'is', null).executeTakeFirst()) !==
    undefined
}

async function complaintAbout(storage: Storage, row: KeptBytes, contents: boolean): Promise<string | undefined> {
  const size = await storage.size(row.path)
  if (size === undefined) return 'is missing'
  if (size !== Number(row.size)) return `has ${size} bytes instead of ${row.size}`
  return contents && (await hashOf(storage.read(row.path))) !== row.sha256 ? 'has other content than was uploaded' : undefined
}

/** SHA-256 of a stream, hexadecimal. */
export async function hashOf(bytes: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes as AsyncIterable<Buffer>) hash.update(piece)
  return hash.digest('hex')
}
