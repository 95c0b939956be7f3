import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A mail beyond this is refused before it is taken apart, bytes. */
export const largestMail = 30 * 1024 * 1024

/** Bytes of a mail that is not taken: enough to tell whose it is. */
export const headBytes = 64 * 1024

/** A mail that lies on the disk of this machine while it is read. */
export interface SpooledMail {
  readonly path: string
  /** Hexadecimal. */
  readonly sha256: string
  readonly head: Uint8Array
  /** It has more than {@link largestMail}: what lies beyond was not kept. */
  readonly isTooLarge: boolean
}

/** Puts a mail on the disk as it comes, piece by piece, for as long as somebody works with it. */
export async function spooled<Result>(pieces: AsyncIterable<Uint8Array>, work: (mail: SpooledMail) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'office-mail-'))
  try {
    const path = join(folder, 'mail.eml')
    const hash = createHash('sha256')
    const beginning: Uint8Array[] = []
    let size = 0
    const kept = async function*() {
      for await (const piece of pieces) {
        if (size < headBytes) beginning.push(Uint8Array.from(piece.subarray(0, headBytes - size)))
        size += piece.length
        // read to its end: whoever sends it waits for that
        if (size > largestMail) continue
        hash.update(piece)
        yield piece
      }
    }
    await pipeline(Readable.from(kept()), createWriteStream(path, { mode: 0o600 }))
    return await work({ path, sha256: hash.digest('hex'), head: Buffer.concat(beginning), isTooLarge: size > largestMail })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
