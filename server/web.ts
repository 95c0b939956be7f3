import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildInto, BuildProblem, inputsHash, readStamp } from './http/build/run.ts'

export { registerPages } from './http/pages/register.ts'

export interface BuiltPages {
  readonly directory: string
  readonly builtAt: string
  /** Whether this call has built them. */
  readonly fresh: boolean
}

/**
 * The built pages of a source folder; builds them where the sources have changed. Without sources (an image with only the build) the
 * build is used as it is.
 * @throws BuildProblem
 */
export async function builtPages(folder: string, signal: AbortSignal): Promise<BuiltPages> {
  const directory = join(folder, 'dist')
  const stamp = readStamp(directory)
  if (stamp && (!existsSync(join(folder, 'index.html')) || stamp.inputs === inputsHash(folder)))
    return { directory, builtAt: stamp.builtAt, fresh: false }
  if (!existsSync(join(folder, 'index.html')))
    throw new BuildProblem(`There are neither built pages in ${directory} nor sources to build them from`)
  const { builtAt } = await buildInto(folder, directory, signal)
  return { directory, builtAt, fresh: true }
}
