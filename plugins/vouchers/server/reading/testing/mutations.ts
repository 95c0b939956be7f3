import { openArchive } from '#server/workbooks/archive.ts'
import { zipOf } from '#server/workbooks/testing.ts'
import { isArchive } from '../files/pdf-vouchers.ts'

/** Seeded pseudo-random generator of integers below a bound. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

/** Damages the file or, for half of the zips, a file within, repacked with a valid checksum so that the damage reaches its reader. */
export async function damaged(original: Buffer, random: (below: number) => number): Promise<Buffer> {
  if (!isArchive(original) || random(2) === 0) return mutated(original, random)
  const archive = await openArchive(original)
  const victim = random(archive.names.length)
  const entries = []
  for (const [index, name] of archive.names.entries()) {
    const content = (await archive.bytes(name)) ?? Buffer.alloc(0)
    entries.push({ name, content: index === victim ? mutated(content, random) : content })
  }
  return zipOf(entries)
}

/** Mutates bytes like a disk fault or an attacker: truncated, changed, repeated or overwritten parts. */
function mutated(original: Buffer, random: (below: number) => number): Buffer {
  const bytes = Buffer.from(original)
  const at = () => random(Math.max(bytes.length, 1))
  const kind = random(6)
  if (kind === 0) return bytes.subarray(0, at())
  if (kind === 1) return Buffer.concat([bytes.subarray(0, at()), bytes.subarray(at())])
  if (kind === 2) {
    const [start, length] = [at(), 1 + random(64)]
    return Buffer.concat([bytes.subarray(0, start), ...Array.from({ length: 1 + random(20) }, () => bytes.subarray(start, start + length)),
      bytes.subarray(start)])
  }
  if (kind === 3) bytes.fill(random(256), at(), at())
  for (let change = 0; change <= random(24); change++) bytes[at()] = random(256)
  return bytes
}
