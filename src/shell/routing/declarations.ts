import { addTexts } from '#providers/i18n.ts'
import { type Form, listName, listPath, shortName } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Resource } from '#kernel/resource.ts'
import type { AppConfig } from '../app-config.ts'
import { atHand, remembering } from './chunks.ts'
import type { DeclarationIndex, DeclarationSource, FormEntry, ResourceEntry } from './declaration-source.ts'

/** The meaning of a path without a page of its own. */
type PathDeclaration =
  | { readonly kind: 'form' | 'detail' | 'list'; readonly form: FormEntry }
  | { readonly kind: 'resource'; readonly resource: ResourceEntry }
  /** Another spelling of an address; the query is kept. */
  | { readonly kind: 'alias'; readonly path: string }

/** The declarations of the modules, found by what the browser knows: addresses and business types. */
export interface Declarations {
  form(businessType: string): FormEntry | undefined
  at(path: string): PathDeclaration | undefined
  /** Every address that a menu entry may lead to. */
  readonly places: readonly (Label & { readonly path: string })[]
  /** Every kind of records that has a list. */
  readonly resources: readonly ResourceEntry[]
  /** Names under which modules offer records to fields. */
  readonly references: readonly string[]
  /** The name of the page of a path until it says more. */
  nameAt(path: string): Label | undefined
  /** A form with its module's texts; the same promise for the same form. */
  loadForm(place: FormEntry): Promise<Form>
  loadResource(place: ResourceEntry): Promise<Resource>
}

/** Of one product, which tests have several of. */
let loading: { readonly of: AppConfig['declarations']; readonly declarations: Promise<Declarations> } | undefined
let loaded: Declarations | undefined
const listeners = new Set<() => void>()

/** The declarations, if somebody has loaded them. */
export const declarationsSoFar = (): Declarations | undefined => loaded

/** Calls the listener when the declarations have come; the answer unsubscribes. */
export function onDeclarations(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the index of the declarations once; a failed load is tried again by the next caller. */
export function loadDeclarations(config: AppConfig): Promise<Declarations> {
  if (loading?.of === config.declarations) return loading.declarations
  loaded = undefined
  const declarations = atHand(config.declarations().then(declarationsOf).then(
    (found) => {
      loaded = found
      for (const listener of listeners) listener()
      return found
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  ))
  loading = { of: config.declarations, declarations }
  return declarations
}

/** Makes the declarations of the browser: the index at once, forms and resources when they are asked for. */
export function declarationsOf(source: DeclarationSource): Declarations {
  const { index: { forms, resources, references } } = source
  const byKey = new Map(forms.map((form) => [form.key, form]))
  // Later entries win: a canonical address beats another form's alias.
  const places = new Map<string, PathDeclaration>([...forms.flatMap(aliasesOf), ...forms.flatMap(placesOf), ...resources.map(placeOf)])
  return {
    form: (businessType) => byKey.get(businessType),
    at: (path) => places.get(path),
    places: [...forms, ...forms.map(listPlace), ...resources],
    resources,
    references,
    nameAt: (path) => nameOf(places.get(path)),
    ...partsOf(source),
  }
}

/** Parts are loaded once, each with the texts of its module and of those that it builds on. */
function partsOf(source: DeclarationSource): Pick<Declarations, 'loadForm' | 'loadResource'> {
  const texts = remembering((plugin: string) => addTexts((locale) => source.texts(plugin, locale)))
  const withTexts = async <Part>(plugin: string, part: Promise<Part>): Promise<Part> => {
    const [loaded] = await Promise.all([part, ...builtOn(source.index, plugin).map(texts)])
    return loaded
  }
  return {
    loadForm: remembering(({ key, plugin }: FormEntry) => withTexts(plugin, source.form(key))),
    loadResource: remembering(({ name, plugin }: ResourceEntry) => withTexts(plugin, source.resource(name))),
  }
}

/** A module and every module that it builds on, each once. */
function builtOn({ requires }: DeclarationIndex, plugin: string): readonly string[] {
  const found = new Set([plugin])
  // A set is walked to its end also while it grows.
  for (const each of found) for (const required of requires[each] ?? []) found.add(required)
  return [...found]
}

function nameOf(declared: PathDeclaration | undefined): Label | undefined {
  if (!declared || declared.kind === 'alias') return undefined
  if (declared.kind === 'resource') return declared.resource
  return declared.kind === 'list' ? listPlace(declared.form) : shortName(declared.form)
}

/** The list of a type as a page. */
const listPlace = (form: FormEntry) => ({ path: listPath(form), ...listName(form) })

const placeOf = (resource: ResourceEntry): [string, PathDeclaration] => [resource.path, { kind: 'resource', resource }]

const placesOf = (form: FormEntry): [string, PathDeclaration][] => [
  [form.path, { kind: 'form', form }],
  [form.detailPath, { kind: 'detail', form }],
  [listPath(form), { kind: 'list', form }],
]

/** `/{businessType}Detail`, `/{businessType}Edit` and `{path}-detail` lead to the canonical addresses. */
const aliasesOf = (form: FormEntry): [string, PathDeclaration][] => [
  [`/${form.key}Detail`, { kind: 'alias', path: form.detailPath }],
  [`/${form.key}Edit`, { kind: 'alias', path: form.path }],
  [`${form.path}-detail`, { kind: 'alias', path: form.detailPath }],
]
