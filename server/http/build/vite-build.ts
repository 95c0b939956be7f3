import { join, resolve } from 'node:path'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Plugin as VitePlugin, runnerImport } from 'vite'
import { publishedPoints } from '#kernel/composition/contribution-findings.ts'
import { offeredReferences, type Plugin } from '#kernel/plugin.ts'
import { inputsHash, writeStamp } from './run.ts'

/** Compresses a build and stamps it with its inputs, so that a start can determine whether to build again. */
export function finishedBuild(): VitePlugin {
  let folder = ''
  let inputs = ''
  let directory = ''
  let written = false
  return {
    name: 'finished-build',
    apply: 'build',
    configResolved(config) {
      folder = config.root
      directory = resolve(config.root, config.build.outDir)
      // Before the build, so that a file saved during it leads to another build.
      inputs = inputsHash(folder)
    },
    writeBundle() {
      written = true
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        // also called after a failed build
        if (!written) return
        await compressFolder(directory)
        writeStamp(directory, { inputs, builtAt: new Date().toISOString() })
      },
    },
  }
}

/** Writes a `.br` and a `.gz` for every text file of a built folder, so that files are served without compressing them. */
async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name)).map((entry) =>
    join(entry.parentPath, entry.name)
  )
  const queue = files.values()
  await Promise.all(Array.from({ length: availableParallelism() }, () => work(queue)))
}

const compressible = /\.(js|css|svg|json|txt|webmanifest|map)$/

/** Minimum size to compress, bytes: a smaller file takes one packet either way. */
const smallest = 1024

async function work(queue: Iterable<string>) {
  for (const file of queue) {
    const content = await readFile(file)
    if (content.length < smallest) continue
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
      promisify(gzip)(content, { level: 9 }),
    ])
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  }
}

/** Sources of the select with attributes that are not allowed where they stand: what is said there, and instead. */
const attributesOfSelects = {
  // The visible options have no role; assistive technology reads the list that the select keeps beside them.
  'rc-select/es/OptionList.js': ['"aria-selected": isAriaSelected(value),',
    '"aria-selected": virtual ? undefined : isAriaSelected(value),'],
  // The frame has no role; the input in it has the label as well.
  'rc-select/es/BaseSelect/index.js': ["var DEFAULT_OMIT_PROPS = ['value',", "var DEFAULT_OMIT_PROPS = ['aria-label', 'value',"],
} as const

/**
 * Takes attributes off parts of a select that have no role for them.
 * @throws Error when the library has another source, so that the change is looked at again
 */
export function accessibleSelects(): VitePlugin {
  return {
    name: 'accessible-selects',
    transform(code, id) {
      const [, change] = Object.entries(attributesOfSelects).find(([file]) => id.endsWith(file)) ?? []
      if (!change) return undefined
      const [said, instead] = change
      if (!code.includes(said)) throw new Error(`${id} does not say ${said}`)
      return { code: code.replace(said, instead), map: null }
    },
  }
}

const prefix = 'virtual:declarations'

/**
 * Provides the modules' declarations to the browser as data. Each form, each resource and each module's texts become a separate chunk, so
 * that a page loads only what it renders; a small index locates the chunks.
 * @param entry file whose default export lists the modules
 */
export function declarationsAsData(entry: string): VitePlugin {
  let modules: Promise<ReadonlyMap<string, string>> | undefined
  return {
    name: 'declarations-as-data',
    resolveId: (id) => (id === prefix || id.startsWith(`${prefix}/`) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      modules ??= read(entry, (file) => this.addWatchFile(file))
      return (await modules).get(id.slice(1))
    },
    watchChange: () => {
      modules = undefined
    },
  }
}

async function read(entry: string, watch: (file: string) => void) {
  const { module, dependencies } = await runnerImport<{ default: readonly Plugin[] }>(entry, { configFile: false })
  dependencies.forEach(watch)
  return declarationModules(module.default)
}

/** The sources of all virtual modules, by name. */
export function declarationModules(plugins: readonly Plugin[]): ReadonlyMap<string, string> {
  const forms = plugins.flatMap((plugin) => plugin.forms.map((form) => ({ plugin: plugin.id, form })))
  const resources = plugins.flatMap((plugin) => plugin.resources.map((resource) => ({ plugin: plugin.id, resource })))
  const points = [...publishedPoints(plugins).values()].map(({ point }) => ({ point, items: point.in(plugins) }))
  const index = {
    forms: forms.map(({ plugin, form: { key, cn, en, short, path, detailPath, terminals, abortAfterCompletion } }) => ({ plugin, key, cn,
      en, short, path, detailPath, terminals, abortAfterCompletion })
    ),
    resources: resources.map(({ plugin, resource: { name, base, calls, cn, en, path, can, offers } }) => ({ plugin, name, base, calls, cn,
      en, path, can, offers })
    ),
    references: offeredReferences(plugins),
    requires: Object.fromEntries(plugins.map(({ id, requires }) => [id, requires])),
    contributions: Object.fromEntries(points.map(({ point, items }) => [point.id, items.map((item) => point.keyOf(item))])),
  }
  const data = new Map<string, unknown>([
    ...forms.map(({ form }) => [`form/${form.key}`, form] as const),
    ...resources.map(({ resource }) => [`resource/${resource.name}`, resource] as const),
    ...points.flatMap(({ point, items }) => items.map((item) => [`contribution/${point.id}/${point.keyOf(item)}`, item] as const)),
    ...plugins.flatMap(({ id, locales }) => [[`texts/cn/${id}`, locales.cn], [`texts/en/${id}`, locales.en]] as const),
  ])
  return new Map([
    [prefix, `export default async () => (await import('${prefix}/all')).default`],
    [`${prefix}/all`, allOf(index, [...data.keys()])],
    ...[...data].map(([name, value]) => [`${prefix}/${name}`, `export default ${parsed(value)}`] as const),
  ])
}

const allOf = (index: unknown, names: readonly string[]) => `
const parts = { ${names.map((name) => `${JSON.stringify(name)}: () => import('${prefix}/${name}')`).join(', ')} }
const part = async (name) => (await parts[name]()).default
export default {
  index: ${parsed(index)},
  form: (key) => part('form/' + key),
  resource: (name) => part('resource/' + name),
  contribution: (point, key) => part('contribution/' + point + '/' + key),
  texts: (plugin, locale) => part('texts/' + locale + '/' + plugin),
}`

/** A literal that browsers parse faster than an object literal. */
const parsed = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`

interface ChunkGroup {
  readonly name: string
  readonly priority: number
  readonly test?: RegExp
  readonly tags?: '$initial'[]
}

/** Sources relative to the project's root, and parts of libraries, each with all imports that no group of a higher priority contains. */
const sources = {
  controls: ['src/kernel/wording/label.ts', 'src/fields/registry.ts', 'src/shell/parts/Page.tsx', 'src/shell/background-tasks/texts.ts',
    'src/shell/detail/refresh.ts', 'providers/files.ts'],
  list: ['src/shell/list/', 'src/shell/resource/transfer/TransferButtons.tsx'],
  documents: ['src/shell/documents/DocumentsPage.tsx', 'src/shell/documents/DocumentList.tsx'],
  document: ['src/kernel/evaluate/', 'src/kernel/feel/', 'src/kernel/kinds/', 'src/fields/files/renderer.tsx',
    'src/fields/references/ReferencePicker.tsx', 'src/shell/documents/prepare.ts', 'src/shell/detail/document.ts',
    'src/shell/detail/progress/usual.ts', 'src/shell/parts/document/slots.tsx', 'src/shell/form/copies/copy-address.ts',
    'src/shell/form/sections/Sections.tsx', 'src/shell/form/FormContext.tsx', 'src/shell/form/use-submit.tsx',
    'src/shell/form/use-form-store.ts', 'src/shell/form/texts.ts', 'src/shell/form/store/', 'src/shell/form/preview/NodeLine.tsx',
    'src/shell/form/form.css', 'src/shell/form/preview/path.css'],
  reading: ['src/shell/detail/DetailPage.tsx'],
  filing: ['src/shell/form/FormPage.tsx', 'src/fields/documentLink/DocumentLinkInput.tsx', 'src/fields/choices/RadioInput.tsx',
    'src/fields/table/renderer.tsx'],
} as const

/** Every source in a group. */
export const groupedSources: readonly string[] = Object.values(sources).flat()

const component = (name: string) => `antd/es/${name}/index.js`
const icon = (name: string) => `@ant-design/icons/es/icons/${name}Outlined.js`

/** Folders and files of pages, with the modules' sections of home. */
const homeSections = new RegExp(
  `plugins/\\w+/pages/(${
    ['action-items', 'glance', 'journeys/team', 'overview/(MyYear|SpendCategories|TeamSpend)', 'updates/LatestUpdates', 'workdays'].join(
      '|',
    )
  })[/.]`,
)

/** Excludes dialogs of lists, which are loaded when they are opened. */
const opened = '(?!.*(?:ViewDialog|FilterSheet))'

/** Sources that are bundled into one file each, since many small files are slow to load. */
export const chunkGroups: readonly ChunkGroup[] = [
  // Libraries that every page needs and that change only with an upgrade.
  { name: 'react', priority: 6, test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack\/(query-core|react-query))\// },
  // Further sources of the first screen.
  { name: 'frame', priority: 5, tags: ['$initial'] },
  { name: 'icons', priority: 5, test: /src\/shell\/layout\/icon-set/ },
  // Loaded on every page, since arriving messages are marked as read by a command.
  { name: 'command', priority: 5, test: /src\/shell\/command\// },
  // Sections of home that modules render.
  { name: 'home', priority: 5, test: homeSections },
  // Sources shared by lists and forms; then further sources of lists.
  { name: 'controls', priority: 4,
    test: anyOf([...sources.controls,
      ...['select', 'input', 'tooltip', 'checkbox', 'radio', 'spin', 'dropdown', 'pagination'].map(component), 'antd/es/_util/',
      'rc-util/es/', ...['Comment', 'Printer', 'Download', 'Sync', 'FileZip', 'Up'].map(icon)]) },
  { name: 'list', priority: 3, test: anyOf([...sources.list, component('table')]) },
  // Lists of documents with their dependencies.
  { name: 'documents', priority: 2, test: anyOf(sources.documents) },
  // Sources shared by reading and filing documents; then those of either.
  { name: 'document', priority: 2, test: anyOf([...sources.document, icon('UserAdd')]) },
  { name: 'reading', priority: 1, test: anyOf(sources.reading) },
  { name: 'filing', priority: 1, test: anyOf(sources.filing) },
]

function anyOf(places: readonly string[]): RegExp {
  const patterns = places.map((place) => place.replaceAll('.', String.raw`\.`)).map((
    place,
  ) => (place.endsWith('/') ? `${place}${opened}` : `${place}$`))
  return new RegExp(`/(?:${patterns.join('|')})`)
}
