import { openArchive } from '#server/workbooks/archive.ts'
import { zipOf } from '#server/workbooks/testing.ts'
import { isArchive } from '../files/content-kinds.ts'

/** A source of numbers that is the same in every run. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

/**
 * The file damaged, or, every second time, a file inside the zip that it is: its check sum is right, so that what reads it meets the
 * damage.
 */
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

/** A file as it comes out of a bad disk, or of somebody who means harm: bytes changed, parts lost, repeated or filled. */
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
