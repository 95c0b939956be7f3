import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Generated folders. */
const made: ReadonlySet<string> = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results', 'playwright-report'])

export interface SourceFile {
  /** Path below the project, e.g. `src/kernel/values/money.ts`. */
  readonly path: string
  readonly text: string
}

/** The source files in these folders whose path matches, in order. */
export function sources(folders: readonly string[], matching: RegExp = /\.(ts|tsx|css)$/): SourceFile[] {
  return folders.filter((folder) => existsSync(join(root, folder))).flatMap(filesIn).filter((path) => matching.test(path)).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
}

/** Every folder of source, top down. */
export const folders = ['src', 'providers', 'resources', 'plugins', 'server', 'e2e', 'bench'] as const

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).toSorted((one, other) => one.name.localeCompare(other.name)).flatMap(
    (entry) => {
      const path = `${folder}/${entry.name}`
      if (!entry.isDirectory()) return [path]
      return made.has(entry.name) || entry.name.startsWith('.') ? [] : filesIn(path)
    },
  )
}
