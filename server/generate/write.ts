import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from '#kernel/plugin.ts'
import { createFormatter } from '#server/commands/formatter.ts'
import { formFiles } from './form-files.ts'
import { GenerationProblem, namesOf, type GenerationInput } from './names.ts'
import { pluginFiles } from './plugin-files.ts'
import { type Registration, registered } from './register.ts'
import { withForm } from './register-form.ts'
import { freePrefix, refuseTakenForm, refuseTakenPlugin } from './taken-names.ts'

/**
 * Writes a new module below `root` and registers its halves. Answers the files written and changed.
 * @throws GenerationProblem, and nothing is written, where the name is wrong or something of that name exists
 */
export function writePlugin(root: string, input: GenerationInput, plugins: readonly Plugin[]): string[] {
  const names = namesOf(input)
  refuseTakenPlugin(root, names, plugins)
  const { kebab, camel: name } = names
  return writeAll(root, pluginFiles(names), {
    'resources/declarations.ts': joins({ name, from: `#plugins/${kebab}/plugin.ts`, list: 'const plugins: readonly Plugin[] = [' }),
    'resources/server.ts': joins({ name, from: `#plugins/${kebab}/server/plugin.ts`,
      list: 'const serverPlugins: readonly ServerPlugin[] = [' }),
    'resources/browser.ts': joins({ name, from: `#plugins/${kebab}/browser.ts`,
      list: 'const browserPlugins: readonly BrowserPlugin[] = [' }),
  })
}

/** A business type, with money that a department bears where it is wanted, in a module of its own choice or that of the forms. */
type FormInput = GenerationInput & { readonly budget?: boolean; readonly module?: string | undefined }

/** Writes a new business type into a module and registers it there; otherwise as `writePlugin`. */
export function writeForm(root: string, { budget = false, module, ...input }: FormInput, plugins: readonly Plugin[]): string[] {
  const names = namesOf(input)
  refuseTakenForm(names, plugins)
  const { camel: name } = names
  const owner = moduleOf(root, module, plugins)
  const files = formFiles(names, { prefix: freePrefix(names, plugins), budget, folder: owner ? `plugins/${owner}/types` : general })
  if (owner !== undefined) {
    const requires = requiredBy(budget, plugins)
    return writeAll(root, files, { [`plugins/${owner}/plugin.ts`]: (source) => withForm(source, { name, requires }) })
  }
  return writeAll(root, files, {
    'plugins/forms/types/forms.ts': joins({ name, imported: `{ ${name} }`, from: `./general/${name}/index.ts`,
      list: 'const forms: readonly Form[] = [' }),
  })
}

const general = 'plugins/forms/types/general'

/** The folder of the module that is to own a form; undefined for that of the forms. */
function moduleOf(root: string, module: string | undefined, plugins: readonly Plugin[]): string | undefined {
  if (module === undefined || module === 'forms') return undefined
  if (plugins.some(({ id }) => id === module) && existsSync(join(root, `plugins/${module}/plugin.ts`))) return module
  throw new GenerationProblem(
    `没有模块 ${module}，请先运行 npm run new:plugin -- ${module} / There is no module ${module}: run npm run new:plugin -- ${module} first`,
  )
}

/** The modules whose declarations a generated form uses: the forms' mixins, the owners of its dictionaries, and what a budget rests on. */
function requiredBy(budget: boolean, plugins: readonly Plugin[]): readonly string[] {
  const used = ['docState', 'positionLevel', 'company', ...(budget ? ['explainType'] : [])]
  const owners = plugins.filter(({ dictionaries }) => dictionaries.some(({ key }) => used.includes(key))).map(({ id }) => id)
  return [...new Set(['forms', ...(budget ? ['budgets', 'expense-types'] : []), ...owners])].toSorted()
}

const joins = (registration: Registration) => (source: string): string => registered(source, registration)

type LocaleTexts = Readonly<Record<string, string>>

/** All of it or nothing: what can be refused is refused before the first file, and a failed write is taken back. */
function writeAll(root: string, files: LocaleTexts, changes: Readonly<Record<string, (source: string) => string>>): string[] {
  const folder = commonFolder(Object.keys(files))
  if (existsSync(join(root, folder)))
    throw new GenerationProblem(`${folder} 已存在，请换一个名字 / ${folder} exists already: choose another name`)
  const before = Object.fromEntries(Object.keys(changes).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const after = Object.fromEntries(
    Object.entries(changes).map(([path, changed]) => [path, changed(before[path] ?? '')]),
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

function write(root: string, files: LocaleTexts) {
  const format = createFormatter()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), format(path, content))
  }
}

/** The folder that is new: the shortest of those that the files lie in. */
const commonFolder = (paths: readonly string[]): string =>
  paths.map((path) => dirname(path)).toSorted((one, other) => one.length - other.length)[0] ?? ''
