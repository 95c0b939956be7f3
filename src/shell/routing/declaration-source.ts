import type { Form } from '#kernel/form.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { offeredReferences, type Plugin, type Texts } from '#kernel/plugin.ts'
import type { Resource } from '#kernel/resource.ts'

/** The path of a form and its name, before it is loaded. */
export interface FormEntry extends Label, Pick<Form, 'key' | 'short' | 'path' | 'detailPath' | 'terminals' | 'abortAfterCompletion'> {
  /** Id of the module that declares it. */
  readonly plugin: string
}

/** The same of a kind of master data. */
export interface ResourceEntry extends Label, Pick<Resource, 'name' | 'base' | 'calls' | 'path' | 'can'> {
  readonly plugin: string
}

/** The names of the declarations of all modules. */
export interface DeclarationIndex {
  readonly forms: readonly FormEntry[]
  readonly resources: readonly ResourceEntry[]
  /** Names under which modules offer records to fields. */
  readonly references: readonly string[]
  /** Modules whose declarations a module uses, by id. */
  readonly requires: Readonly<Record<string, readonly string[]>>
}

/** The modules' declarations; each part comes when a page asks for it. */
export interface DeclarationSource {
  readonly index: DeclarationIndex
  form(key: string): Promise<Form>
  resource(name: string): Promise<Resource>
  /** A module's own texts. */
  texts(plugin: string, locale: Locale): Promise<Texts>
}

/** Declarations that are here already. */
export function sourceOf(plugins: readonly Plugin[]): DeclarationSource {
  const forms = plugins.flatMap((plugin) => plugin.forms.map((form) => ({ ...form, plugin: plugin.id })))
  const resources = plugins.flatMap((plugin) => plugin.resources.map((resource) => ({ ...resource, plugin: plugin.id })))
  return {
    index: { forms, resources, references: offeredReferences(plugins),
      requires: Object.fromEntries(plugins.map(({ id, requires }) => [id, requires])) },
    form: async (key) => found(forms.find((form) => form.key === key), key),
    resource: async (name) => found(resources.find((resource) => resource.name === name), name),
    texts: async (plugin, locale) => plugins.find(({ id }) => id === plugin)?.locales[locale] ?? {},
  }
}

function found<Part>(part: Part | undefined, name: string): Part {
  if (!part) throw new Error(`Nothing is declared as ${name}`)
  return part
}
