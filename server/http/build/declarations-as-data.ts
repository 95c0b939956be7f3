import { runnerImport, type Plugin as VitePlugin } from 'vite'
import { publishedPoints } from '#kernel/composition/contribution-findings.ts'
import { offeredReferences, type Plugin } from '#kernel/plugin.ts'

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
    resources: resources.map(({ plugin, resource: { name, base, calls, cn, en, path, can } }) => ({ plugin, name, base, calls, cn, en, path,
      can })
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
