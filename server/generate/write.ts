import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from '#kernel/plugin.ts'
import { createFormatter } from '#server/commands/formatter.ts'
import { formFiles } from './form-files.ts'
import { GenerationProblem, namesOf, type GenerationInput } from './names.ts'
import { pluginFiles } from './plugin-files.ts'
import { type Registration, registered } from './register.ts'
import { freePrefix, refuseTakenForm, refuseTakenPlugin } from './taken.ts'

/**
 * Writes a new module below `root` and registers its halves. Answers the files written and changed.
 * @throws GenerationProblem, and nothing is written, where the name is wrong or something of that name exists
 */
export function writePlugin(root: string, wanted: GenerationInput, plugins: readonly Plugin[]): string[] {
  const names = namesOf(wanted)
  refuseTakenPlugin(root, names, plugins)
  const { kebab, camel: name } = names
  return writeAll(root, pluginFiles(names), {
    'resources/declarations.ts': { name, from: `#plugins/${kebab}/plugin.ts`, list: 'const plugins: readonly Plugin[] = [' },
    'resources/server.ts': { name, from: `#plugins/${kebab}/server/plugin.ts`, list: 'const serverPlugins: readonly ServerPlugin[] = [' },
    'resources/browser.ts': { name, from: `#plugins/${kebab}/browser.ts`, list: 'const browserPlugins: readonly BrowserPlugin[] = [' },
  })
}

/** Writes a new business type into the forms module and registers it; otherwise as `writePlugin`. */
export function writeForm(root: string, { budget, ...wanted }: GenerationInput & { readonly budget?: boolean },
  plugins: readonly Plugin[]): string[] {
  const names = namesOf(wanted)
  refuseTakenForm(names, plugins)
  const { camel: name } = names
  return writeAll(root, formFiles(names, { prefix: freePrefix(names, plugins), budget }), {
    'plugins/forms/types/general/forms.ts': { name, imported: `{ ${name} }`, from: `./${name}/index.ts`,
      list: 'const general: readonly Form[] = [' },
  })
}

type Texts = Readonly<Record<string, string>>

/** All of it or nothing: what can be refused is refused before the first file, and a failed write is taken back. */
function writeAll(root: string, files: Texts, registrations: Readonly<Record<string, Registration>>): string[] {
  const folder = commonFolder(Object.keys(files))
  if (existsSync(join(root, folder)))
    throw new GenerationProblem(`${folder} 已存在，请换一个名字 / ${folder} exists already: choose another name`)
  const before = Object.fromEntries(Object.keys(registrations).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const after = Object.fromEntries(
    Object.entries(registrations).map(([path, registration]) => [path, registered(before[path] ?? '', registration)]),
  )
  try {
    write(root, { ...files, ...after })
  } catch (error) {
    rmSync(join(root, folder), { recursive: true, force: true })
    write(root, before)
    throw error
  }
  return [...Object.keys(files), ...Object.keys(after)]
}

function write(root: string, files: Texts) {
  const format = createFormatter()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), format(path, content))
  }
}

/** The folder that is new: the shortest of those that the files lie in. */
const commonFolder = (paths: readonly string[]): string =>
  paths.map((path) => dirname(path)).toSorted((one, other) => one.length - other.length)[0] ?? ''
