import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { folders, sources } from './sources.ts'

/** The area of a file: a folder of the server, a folder of the browser's sources, or a module; each other top-level folder is one area. */
function roomOf(path: string): string {
  const [top = '', inner, below] = path.split('/')
  return ['server', 'src', 'plugins'].includes(top) && below !== undefined ? `${top}/${inner}` : top
}

it('another room is imported by its name, which begins with #', () => {
  const relative = /(?:\bfrom |\bimport |\bimport\(|declare module )'(\.\.\/[^']+)'/g
  const named: ReadonlySet<string> = new Set(folders.filter((folder) => folder !== 'e2e' && folder !== 'bench'))
  // templates of the generators import files of the module that they generate
  const written = sources(folders, /\.tsx?$/).filter(({ path }) => !path.startsWith('server/generate/'))
  const found = written.flatMap(({ path, text }) =>
    [...text.matchAll(relative)].flatMap(([, imported = '']) => {
      const target = join(dirname(path), imported)
      return named.has(target.split('/')[0]!) && roomOf(target) !== roomOf(path) ? [`${path}: ${imported}`] : []
    })
  )
  expect(found).toEqual([])
})

it('a type comes by an import at the head of its file: the boundaries do not see one that is named within a type', () => {
  const written = sources(['src', 'plugins', 'providers', 'resources', 'server'], /\.tsx?$/).filter(({ path }) =>
    !/\.test\.tsx?$|\.d\.ts$|^server\/(architecture-tests|generate)\//.test(path)
  )
  const found = written.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:typeof |: |<|\| |& )import\('([^']+)'\)/g)].flatMap(([, imported = '']) =>
      // dynamic imports at run time are covered by the dependency rules
      new RegExp(`(?<!typeof |: |<|\\| |& )import\\('${imported.replaceAll(/[.#]/g, String.raw`\$&`)}'\\)`).test(text)
        ? []
        : [`${path}: ${imported}`]
    )
  )
  expect(found).toEqual([])
})
