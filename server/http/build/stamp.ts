import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The inputs that a built folder was made from; written last, so that a broken-off build has none. */
export interface Stamp {
  readonly inputs: string
  /** Shown by health and version. */
  readonly builtAt: string
}

/** Marks a build as finished, with what it was built from. */
export function writeStamp(directory: string, stamp: Stamp): void {
  writeFileSync(join(directory, name), JSON.stringify(stamp))
}

/** Undefined when the folder holds no finished build. */
export function readStamp(directory: string): Stamp | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(join(directory, name), 'utf8')))
  } catch {
    return undefined
  }
}

const name = '.build.json'
const shape = z.object({ inputs: z.string(), builtAt: z.string() })
