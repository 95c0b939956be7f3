import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { countsOf, type ReadingCounts, sumOfCounts } from '../manifest.ts'
import type { OpenedPackage } from './open-package.ts'

/** Bytes of the readings of one document. */
const largest = 64 * 1024 * 1024

/** As much of them as is compared. */
const shape = z.looseObject({
  files: z.array(
    z.looseObject({ name: z.string(), sha256: z.string(),
      vouchers: z.array(z.looseObject({ verification: z.looseObject({ outcome: z.string() }).nullable() })) }),
  ),
})

interface FoundReadings extends ReadingCounts {
  /** Names of files that are not in the package as they were read, and of readings that cannot be read. */
  readonly foreign: readonly string[]
}

/** The readings in a package, each compared with the file that it names. */
export async function readingsIn({ manifest, entries, read }: OpenedPackage): Promise<FoundReadings> {
  const hashes = new Map(manifest.files.map(({ name, sha256 }) => [name, sha256]))
  const foreign: string[] = []
  const counts: ReadingCounts[] = []
  for (const { name } of manifest.files.filter(({ kind }) => kind === 'readings')) {
    const entry = entries.get(name)
    const readings = entry && entry.uncompressedSize <= largest ? shape.safeParse(parsed(await buffer(await read(entry)))) : undefined
    if (readings?.success) {
      counts.push(countsOf(readings.data))
      foreign.push(...readings.data.files.filter((each) => hashes.get(each.name) !== each.sha256).map((each) => each.name))
    } else foreign.push(name)
  }
  return { ...sumOfCounts(counts), foreign }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
