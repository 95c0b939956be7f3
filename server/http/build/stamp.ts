import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The inputs of a build; written last, so that an interrupted build has none. */
export interface Stamp {
  readonly inputs: string
  /** Reported by the health and version calls. */
  readonly builtAt: string
}

/** Marks a build as complete, with the hash of its inputs. */
export function writeStamp(directory: string, stamp: Stamp): void {
  writeFileSync(join(directory, name), JSON.stringify(stamp))
}

/** Undefined for a folder without a complete build. */
export function readStamp(directory: string): Stamp | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(join(directory, name), 'utf8')))
  } catch {
    return undefined
  }
}

const name = '.build.json'
const shape = z.object({ inputs: z.string(), builtAt: z.string() })
