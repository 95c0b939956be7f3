import type { Http } from '#providers/http.ts'
import type { ExtensionPoint } from '#kernel/extension-point.ts'
import type { Form } from '#kernel/form.ts'
import type { FormDescription } from '#kernel/wording/describe.ts'
import { atHand, remembering } from './chunks.ts'
import type { Resource } from '#kernel/resource.ts'
import type { DeclarationSource, FormEntry, ResourceEntry } from './declaration-source.ts'
import { type Declarations, declarationsOf, putDesigned } from './declarations.ts'

/** The forms that a company designed or added to at run time, and its registers, in the shape of the built index. */
interface DesignedForms {
  /** `hash` of the published form; changes with each publication. */
  readonly forms: readonly (FormEntry & { readonly hash: string | null })[]
  readonly resources: readonly (ResourceEntry & { readonly hash: string })[]
  /** Names under which registers offer their records to fields. */
  readonly references: readonly string[]
  readonly requires: Readonly<Record<string, readonly string[]>>
  /** Items that come with the forms, of the extension points of modules. */
  readonly contributions: readonly { readonly point: string; readonly key: string; readonly hash: string }[]
}

/** Forms and registers by name and hash: the same promise for the same one, however often the index is read. */
const known = new Map<string, Promise<unknown>>()

/** Loads a part once for each of its hashes; a failed load is tried again. */
function remembered<Part>(name: string, load: () => Promise<Part>): Promise<Part> {
  const before = known.get(name) as Promise<Part> | undefined
  if (before) return before
  const fresh = atHand(load())
  known.set(name, fresh)
  fresh.catch(() => known.delete(name))
  return fresh
}

/** Loads a form; the parser of descriptions is a lazy chunk. */
async function readForm(http: Http, key: string): Promise<Form> {
  const [{ formOfDescription }, description] = await Promise.all([import('#kernel/wording/describe.ts'),
    http.get<FormDescription>(`/workflow/form/${encodeURIComponent(key)}`)])
  return formOfDescription(description)
}

/** Reads the forms that the company designed or added to, and its registers, and puts them among the declarations. */
export async function readDesigned(http: Http): Promise<DesignedForms> {
  const designed = await http.get<DesignedForms>('/workflow/declarations', undefined, { quiet: true })
  putDesigned(({ index, ...source }, built) => {
    const keys = new Set(designed.forms.map(({ key }) => key))
    const shipped = index.forms.filter(({ key }) => !keys.has(key))
    const merged: DeclarationSource = { ...source,
      index: { ...index, forms: [...shipped, ...designed.forms], resources: [...index.resources, ...designed.resources],
        references: [...index.references, ...designed.references], requires: { ...index.requires, ...designed.requires } },
      form: (key) => readForm(http, key),
      contribution: (point, key) => http.get(`/workflow/declarations/contribution/${point}/${encodeURIComponent(key)}`),
      resource: (name) => http.get<Resource>(`/workflow/declarations/resource/${encodeURIComponent(name)}`),
      texts: async (plugin, locale) => (designed.requires[plugin] ? {} : source.texts(plugin, locale)) }
    const { loadForm, loadResource, loadContribution, ...declarations } = declarationsOf(merged)
    const forms = new Map<FormEntry, string | null>(designed.forms.map((form) => [form, form.hash]))
    const resources = new Map<ResourceEntry, string>(designed.resources.map((resource) => [resource, resource.hash]))
    const items = new Map(designed.contributions.map(({ point, key, hash }) => [`${point} ${key}`, hash]))
    const itemOf: Declarations['loadContribution'] = (point, key) => {
      const place = `${point.id} ${key}`
      return items.has(place)
        ? remembered(`${place} ${items.get(place)}`, () => loadContribution(point, key))
        : built.loadContribution(point, key)
    }
    const allOf = remembering(async (
      point: ExtensionPoint<unknown>,
    ) => [...await built.loadContributions(point),
      ...await Promise.all(designed.contributions.filter((each) => each.point === point.id).map(({ key }) => itemOf(point, key)))]
    )
    // open pages keep their promises
    return { ...declarations, loadContribution: itemOf,
      loadContributions: <Item>(point: ExtensionPoint<Item>) =>
        (designed.contributions.some((each) => each.point === point.id)
          ? allOf(point as ExtensionPoint<unknown>)
          : built.loadContributions(point)) as Promise<readonly Item[]>, loadForm: (entry) => (forms.has(entry)
          ? remembered(`${entry.key} ${forms.get(entry)}`, () => loadForm(entry))
          : built.loadForm(entry)), loadResource: (entry) => (resources.has(entry)
          ? remembered(`${entry.name} ${resources.get(entry)}`, () => loadResource(entry))
          : built.loadResource(entry)) }
  })
  return designed
}
