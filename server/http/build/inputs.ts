import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The sources of the pages. Server halves are not included. */
const roots = ['index.html', 'package-lock.json', 'vite.config.ts', 'public', 'src', 'providers', 'resources', 'plugins',
  'server/http/build']
const outside = /(^|\/)(server\/(?!http\/build)|node_modules\/)|\.test\.tsx?$/

/** A hash of all inputs of the pages' build. */
export function inputsHash(folder: string): string {
  const hash = createHash('sha256')
  for (const path of roots.flatMap((root) => filesOf(join(folder, root)))) {
    const name = relative(folder, path)
    if (outside.test(name)) continue
    hash.update(`${name}\0`).update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .toSorted((left, right) => (left.name < right.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : join(path, entry.name)))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOTDIR') return [path]
    if (code === 'ENOENT') return []
    throw error
  }
}
