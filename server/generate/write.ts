import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from '#kernel/plugin.ts'
import { createFormatter } from '#server/commands/formatter.ts'
import { type GenerationInput, GenerationProblem, namesOf, type Spellings } from './names.ts'
import { pluginFiles } from './plugin-files.ts'
import { budgetParts, plainParts, withForm } from './form-files.ts'

/**
 * Writes a new module below `root` and registers its halves.
 * @returns the written and changed files
 * @throws GenerationProblem, without writing, for an invalid name or one in use
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

/** A business type, optionally with a budget, in a given module or the one for forms. */
type FormInput = GenerationInput & { readonly budget?: boolean; readonly module?: string | undefined }

/** Writes a new business type into a module and registers it there; otherwise like `writePlugin`. */
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

/** The folder of the module that will own a form; undefined for that of the forms. */
function moduleOf(root: string, module: string | undefined, plugins: readonly Plugin[]): string | undefined {
  if (module === undefined || module === 'forms') return undefined
  if (plugins.some(({ id }) => id === module) && existsSync(join(root, `plugins/${module}/plugin.ts`))) return module
  throw new GenerationProblem(
    `没有模块 ${module}，请先运行 npm run new:plugin -- ${module} / There is no module ${module}: run npm run new:plugin -- ${module} first`,
  )
}

/**
 * The modules whose declarations a generated form uses: the forms' mixins, the owners of its dictionaries, and those needed for a budget.
 */
function requiredBy(budget: boolean, plugins: readonly Plugin[]): readonly string[] {
  const used = ['docState', 'positionLevel', 'company', ...(budget ? ['explainType'] : [])]
  const owners = plugins.filter(({ dictionaries }) => dictionaries.some(({ key }) => used.includes(key))).map(({ id }) => id)
  return [...new Set(['forms', ...(budget ? ['budgets', 'expense-types'] : []), ...owners])].toSorted()
}

const joins = (registration: Registration) => (source: string): string => registered(source, registration)

type LocaleTexts = Readonly<Record<string, string>>

/** Writes all files or none: refusals are detected before the first write, and a failed write is undone. */
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

/** The new folder: the shortest of the files' folders. */
const commonFolder = (paths: readonly string[]): string =>
  paths.map((path) => dirname(path)).toSorted((one, other) => one.length - other.length)[0] ?? ''

/** An import to add, and the list to which its name is added. */
interface Registration {
  /** `companyCars` */
  readonly name: string
  /** The text between `import` and `from`, where it is not the name itself: `{ visitorPass }`. */
  readonly imported?: string
  readonly from: string
  /** The beginning of the list, including its bracket: `const forms = [`. */
  readonly list: string
}

/** The source with the import added in alphabetical order, and the name at the end of the list. @throws GenerationProblem */
export function registered(source: string, { name, imported = name, from, list }: Registration): string {
  if (source.includes(`'${from}'`)) throw new GenerationProblem(`${from} 已登记 / ${from} is registered already`)
  const start = source.indexOf(list) + list.length
  const end = source.indexOf(']', start)
  if (start < list.length || end < 0)
    throw new GenerationProblem(`找不到要登记的清单“${list}…]” / The list “${list}…]” to register in was not found`)
  const listed = `${source.slice(0, start)}${extended(source.slice(start, end), name)}${source.slice(end)}`
  return withImport(listed, `import ${imported} from '${from}'`, from)
}

/** Adds an entry in the existing layout: one line, several per line, or one per line. */
function extended(entries: string, name: string): string {
  const [last = ''] = /\S[^\n]*\s*$/.exec(entries) ?? []
  if (!last.trimEnd().endsWith(',')) return `${entries.trimEnd()}${entries.trim() ? ', ' : ''}${name}`
  const isLineEach = last.trim().split(', ').length === 1
  return `${entries.trimEnd()}${isLineEach ? '\n  ' : ' '}${name},\n`
}

/** Inserts the import before the first one of its folder that sorts after it, else after the last of them. */
function withImport(source: string, line: string, from: string): string {
  const folder = from.slice(0, from.indexOf('/', 2) + 1)
  const kin = [...source.matchAll(/^import .* from '(.*)'$/gm)].filter(([, path = '']) => path.startsWith(folder))
  const next = kin.find(([, path = '']) => path > from)
  if (next) return `${source.slice(0, next.index)}${line}\n${source.slice(next.index)}`
  const end = endOf(kin.at(-1) ?? [...source.matchAll(/^import .*$/gm)].at(-1))
  return `${source.slice(0, end)}${end > 0 ? '\n' : ''}${line}${end > 0 ? '' : '\n'}${source.slice(end)}`
}

const endOf = (match: RegExpExecArray | undefined): number => (match ? match.index + match[0].length : 0)

interface FormWish {
  /** Prefix of its document numbers. */
  readonly prefix: string
  /** Whether it has an amount that is charged to a department's budget. */
  readonly budget: boolean
  /** Folder of the forms in the owning module. */
  readonly folder: string
}

/**
 * A working business type: fields with the shared header, a rule, a flow with a condition, and a test of the whole contract. By path
 * relative to the project.
 */
function formFiles(names: Spellings, { prefix, budget, folder: forms }: FormWish): Record<string, string> {
  const { kebab, camel, cn, en } = names
  const folder = `${forms}/${camel}`
  const { kinds, kit, importing, fields, rules, flow, sections, more, contract, imported } = (budget ? budgetParts : plainParts)(names,
    prefix)
  return {
    [`${folder}/index.ts`]: `import { ${kinds} } from '#kernel/fields.ts'
import { copy, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
${importing}import { ${kit} } from '#plugins/forms/kit.ts'

${fields}
${rules}
${flow}
/** ${en}: what is asked for here, and who decides. */
export const ${camel} = defineForm({
  key: '${camel}',
  cn: '${cn}',
  en: '${en}',
  path: '/${kebab}',
  prefix: '${prefix}',
  group: 'administration',
  icon: 'file',
  sections: ${sections},
  fields,
  rules,
  flow,
${more}})
`,
    [`${folder}/${camel}.integration.test.ts`]: `import { describeForm } from '#plugins/forms/server/contract-kit.ts'
${imported}import { ${camel} } from './index.ts'

/** Filed in the demo company by \`quality\`, whose head of department is \`yangfan\`. */
describeForm(${camel}, {
  by: 'quality',
${contract}})
`,
  }
}

/** @throws GenerationProblem where a new module would use a name of another one */
function refuseTakenPlugin(root: string, names: Spellings, plugins: readonly Plugin[]): void {
  const resources = plugins.flatMap((plugin) => plugin.resources)
  const menus = plugins.flatMap((plugin) => plugin.menus)
  refuse(names, {
    module: plugins.some(({ id }) => id === names.kebab),
    resource: resources.some(({ name }) => name === names.camel),
    menu: menus.some(({ id }) => id === names.kebab),
    address: addresses(plugins).has(`/${names.kebab}`),
    table: tables(root).has(names.snake),
  })
}

/** @throws GenerationProblem where a new business type would use a name of another one */
function refuseTakenForm(names: Spellings, plugins: readonly Plugin[]): void {
  refuse(names, {
    businessType: plugins.some(({ forms }) => forms.some(({ key }) => key === names.camel)),
    address: addresses(plugins).has(`/${names.kebab}`),
  })
}

/** An unused prefix of document numbers: the first letters of the words, then more of the name. */
function freePrefix({ kebab, camel }: Spellings, plugins: readonly Plugin[]): string {
  const taken = new Set(plugins.flatMap(({ forms }) => forms.map(({ prefix }) => prefix)))
  const initials = kebab.split('-').map((word) => word.charAt(0)).join('')
  const candidates = [initials, ...Array.from({ length: camel.length - 1 }, (_, index) => camel.slice(0, index + 2))].map((candidate) =>
    candidate.toUpperCase()
  )
  const free = candidates.find((candidate) => candidate.length >= 2 && !taken.has(candidate))
  if (!free)
    throw new GenerationProblem(
      `${kebab} 可用的编号前缀都已被占用，请换一个名字 / Every number prefix made of ${kebab} is taken: choose another name`,
    )
  return free
}

/** Labels of the kinds of things that may use the name already. */
const kinds = {
  module: ['名为', '模块', 'A module named'],
  resource: ['名为', '资源', 'A resource named'],
  menu: ['名为', '菜单', 'A menu named'],
  businessType: ['名为', '业务类型', 'A business type named'],
  address: ['地址为', '页面', 'A page at the address'],
  table: ['名为', '数据表', 'A table named'],
} as const satisfies Record<string, readonly [called: string, cn: string, en: string]>

function refuse({ kebab }: Spellings, taken: Readonly<Partial<Record<keyof typeof kinds, boolean>>>) {
  const what = (Object.keys(kinds) as (keyof typeof kinds)[]).find((kind) => taken[kind])
  if (!what) return
  const [called, cn, en] = kinds[what]
  throw new GenerationProblem(`已有${called} ${kebab} 的${cn}，请换一个名字 / ${en} ${kebab} exists already: choose another name`)
}

const addresses = (plugins: readonly Plugin[]): ReadonlySet<string> =>
  new Set(
    plugins.flatMap((
      { forms, resources, menus },
    ) => [...forms.flatMap(({ path, detailPath }) => [path, detailPath]), ...resources.map(({ path }) => path),
      ...menus.flatMap(({ path = [] }) => path)]
    ),
  )

/** Tables created by migrations of host and modules, found in their source. */
function tables(root: string): ReadonlySet<string> {
  const files = ['server', 'plugins'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file))
  )
  const migrations = files.filter((file) => /migrations.*\.ts$/.test(file))
  return new Set(
    migrations.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)/g)].map(([, table = '']) => table)
    ),
  )
}
