import type { Form } from '#kernel/form.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { publishedPoints } from '#kernel/composition/contribution-findings.ts'
import { offeredReferences, type Plugin, type Texts } from '#kernel/plugin.ts'
import type { Resource } from '#kernel/resource.ts'

/** Path and name of a form, before it is loaded. */
export interface FormEntry extends Label, Pick<Form, 'key' | 'short' | 'path' | 'detailPath' | 'terminals' | 'abortAfterCompletion'> {
  /** Id of the module that declares it. */
  readonly plugin: string
}

/** Path and name of a resource, before it is loaded. */
export interface ResourceEntry extends Label, Pick<Resource, 'name' | 'base' | 'calls' | 'path' | 'can' | 'offers'> {
  readonly plugin: string
}

/** The index of the declarations of all modules. */
export interface DeclarationIndex {
  readonly forms: readonly FormEntry[]
  readonly resources: readonly ResourceEntry[]
  /** Names of the references that modules declare. */
  readonly references: readonly string[]
  /** Required modules by module id. */
  readonly requires: Readonly<Record<string, readonly string[]>>
  /** Keys of the items of each extension point, in the order of the modules. */
  readonly contributions: Readonly<Record<string, readonly string[]>>
}

/** The modules' declarations; each part is loaded on demand. */
export interface DeclarationSource {
  readonly index: DeclarationIndex
  form(key: string): Promise<Form>
  resource(name: string): Promise<Resource>
  /** An item of an extension point, by its key. */
  contribution(point: string, key: string): Promise<unknown>
  /** The texts of a module. */
  texts(plugin: string, locale: Locale): Promise<Texts>
}

/** A source of declarations that are already loaded. */
export function sourceOf(plugins: readonly Plugin[]): DeclarationSource {
  const forms = plugins.flatMap((plugin) => plugin.forms.map((form) => ({ ...form, plugin: plugin.id })))
  const resources = plugins.flatMap((plugin) => plugin.resources.map((resource) => ({ ...resource, plugin: plugin.id })))
  const points = [...publishedPoints(plugins).values()].map(({ point }) => ({ point, items: point.in(plugins) }))
  return {
    index: { forms, resources, references: offeredReferences(plugins),
      requires: Object.fromEntries(plugins.map(({ id, requires }) => [id, requires])),
      contributions: Object.fromEntries(points.map(({ point, items }) => [point.id, items.map((item) => point.keyOf(item))])) },
    form: async (key) => found(forms.find((form) => form.key === key), key),
    resource: async (name) => found(resources.find((resource) => resource.name === name), name),
    contribution: async (id, key) => {
      const published = points.find(({ point }) => point.id === id)
      return found(published?.items.find((item) => published.point.keyOf(item) === key), `${id} ${key}`)
    },
    texts: async (plugin, locale) => plugins.find(({ id }) => id === plugin)?.locales[locale] ?? {},
  }
}

function found<Part>(part: Part | undefined, name: string): Part {
  if (!part) throw new Error(`Nothing is declared as ${name}`)
  return part
}
