import { runnerImport, type Plugin as VitePlugin } from 'vite'
import { offeredReferences, type Plugin } from '#kernel/plugin.ts'

const prefix = 'virtual:declarations'

/**
 * Hands the modules' declarations to the browser as what they are: data. Each form, each resource and each module's texts
 * become a chunk of their own, so that a page loads what it draws and not the whole product; a small index says where what is.
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

/** The source of every virtual module, by its name. */
export function declarationModules(plugins: readonly Plugin[]): ReadonlyMap<string, string> {
  const forms = plugins.flatMap((plugin) => plugin.forms.map((form) => ({ plugin: plugin.id, form })))
  const resources = plugins.flatMap((plugin) => plugin.resources.map((resource) => ({ plugin: plugin.id, resource })))
  const index = {
    forms: forms.map(({ plugin, form: { key, cn, en, short, path, detailPath, terminals, abortAfterCompletion } }) => ({ plugin, key, cn,
      en, short, path, detailPath, terminals, abortAfterCompletion })
    ),
    resources: resources.map(({ plugin, resource: { name, base, calls, cn, en, path, can } }) => ({ plugin, name, base, calls, cn, en, path,
      can })
    ),
    references: offeredReferences(plugins),
    requires: Object.fromEntries(plugins.map(({ id, requires }) => [id, requires])),
  }
  const data = new Map<string, unknown>([
    ...forms.map(({ form }) => [`form/${form.key}`, form] as const),
    ...resources.map(({ resource }) => [`resource/${resource.name}`, resource] as const),
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
  texts: (plugin, locale) => part('texts/' + locale + '/' + plugin),
}`

/** A literal that browsers read faster than the same as code. */
const parsed = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
