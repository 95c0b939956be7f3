import { addTexts } from '#providers/i18n.ts'
import { type Form, listName, listPath, shortName } from '#kernel/form.ts'
import type { ExtensionPoint } from '#kernel/extension-point.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Resource } from '#kernel/resource.ts'
import type { DrawnKind, FieldComponents } from '#fields/types.ts'
import { atHand, remembering } from './chunks.ts'
import type { DeclarationIndex, DeclarationSource, FormEntry, ResourceEntry } from './declaration-source.ts'

/** The declaration of a path without a component of its own. */
type PathDeclaration =
  | { readonly kind: 'form' | 'detail' | 'list'; readonly form: FormEntry }
  | { readonly kind: 'resource'; readonly resource: ResourceEntry }
  /** An alternative address; the query string is kept. */
  | { readonly kind: 'alias'; readonly path: string }

/** The declarations of the modules, by address and business type. */
export interface Declarations {
  form(businessType: string): FormEntry | undefined
  at(path: string): PathDeclaration | undefined
  /** All addresses available for menu entries. */
  readonly places: readonly (Label & { readonly path: string })[]
  /** All resources that have a list. */
  readonly resources: readonly ResourceEntry[]
  /** Names of the references that modules declare. */
  readonly references: readonly string[]
  /** Title of the page at a path, until the page sets its own. */
  nameAt(path: string): Label | undefined
  /** A form with its module's texts; the same promise for the same form. */
  loadForm(place: FormEntry): Promise<Form>
  loadResource(place: ResourceEntry): Promise<Resource>
  /** An item of an extension point, by its key; the same promise for the same item. */
  loadContribution<Item>(point: ExtensionPoint<Item>, key: string): Promise<Item>
  /** All items of an extension point, in the order of the modules; the same promise for the same point. */
  loadContributions<Item>(point: ExtensionPoint<Item>): Promise<readonly Item[]>
}

/** The configuration for loading declarations. */
interface DeclaringConfig {
  declarations(): Promise<DeclarationSource>
  readonly kinds?: readonly (() => Promise<DrawnKind>)[]
  readonly fieldComponents?: Readonly<Record<string, FieldComponents>>
}

/** Adds the forms designed by the company at run time to the built ones. */
type AddDesigned = (source: DeclarationSource, built: Declarations) => Declarations

interface Loading {
  readonly of: DeclaringConfig['declarations']
  readonly built: Promise<{ readonly source: DeclarationSource; readonly declarations: Declarations }>
  readonly declarations: Promise<Declarations>
}

/** Of the current product; tests have several. */
let loading: Loading | undefined
let loaded: Declarations | undefined
let designed: AddDesigned = (_, built) => built
const listeners = new Set<() => void>()

/** The declarations, if they are loaded. */
export const declarationsSoFar = (): Declarations | undefined => loaded

/** Calls the listener when declarations are loaded. Returns the function that unsubscribes. */
export function onDeclarations(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the index of the declarations once; the next call repeats a failed load. */
export function loadDeclarations(config: DeclaringConfig): Promise<Declarations> {
  if (loading?.of === config.declarations) return loading.declarations
  loaded = undefined
  const built = Promise.all([config.declarations(), loadModuleFields(config)]).then(([source]) => ({ source,
    declarations: declarationsOf(source) })
  )
  return load(config.declarations, built)
}

/** Adds designed forms to the declarations, and notifies the listeners. */
export function putDesigned(add: AddDesigned): void {
  designed = add
  if (loading) load(loading.of, loading.built).catch(() => undefined)
}

function load(of: Loading['of'], built: Loading['built']): Promise<Declarations> {
  const declarations: Promise<Declarations> = atHand(built.then(({ source, declarations: found }) => designed(source, found)).then(
    (found) => {
      // a later call may have replaced them
      if (loading?.declarations === declarations) loaded = found
      return found
    },
    (error: unknown) => {
      // the next call loads again
      if (loading?.built === built) loading = undefined
      throw error
    },
  ))
  loading = { of, built, declarations }
  // notifies once the promise is resolved; components would otherwise suspend, and the frame would disappear for a moment
  declarations.then((found) => loaded === found && listeners.forEach((listener) => listener()), () => undefined)
  return declarations
}

/** Registers the field kinds and components of modules before the first field of such a kind is parsed. */
async function loadModuleFields({ kinds = [], fieldComponents = {} }: Pick<DeclaringConfig, 'kinds' | 'fieldComponents'>): Promise<void> {
  if (kinds.length === 0 && Object.keys(fieldComponents).length === 0) return
  const [{ addDrawn }, drawn] = await Promise.all([import('#fields/module-components.ts'), Promise.all(kinds.map((load) => load()))])
  addDrawn(drawn, fieldComponents)
}

/** The declarations for a source: the index is available at once, forms and resources load on demand. */
export function declarationsOf(source: DeclarationSource): Declarations {
  const { index: { forms, resources, references } } = source
  const byKey = new Map(forms.map((form) => [form.key, form]))
  // later entries win: a canonical address takes precedence over another form's alias
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

/** Loads each part once, with the texts of its module and of the required modules. */
function partsOf(
  source: DeclarationSource,
): Pick<Declarations, 'loadForm' | 'loadResource' | 'loadContribution' | 'loadContributions'> {
  const texts = remembering((plugin: string) => addTexts((locale) => source.texts(plugin, locale)))
  const withTexts = async <Part>(plugin: string, part: Promise<Part>): Promise<Part> => {
    const [loaded] = await Promise.all([part, ...builtOn(source.index, plugin).map(texts)])
    return loaded
  }
  return {
    ...contributionsOf(source),
    loadForm: remembering(({ key, plugin }: FormEntry) => withTexts(plugin, source.form(key))),
    loadResource: remembering(({ name, plugin }: ResourceEntry) => withTexts(plugin, source.resource(name))),
  }
}

function contributionsOf(source: DeclarationSource): Pick<Declarations, 'loadContribution' | 'loadContributions'> {
  const item = remembering((place: string) => {
    const [point = '', key = ''] = place.split(' ')
    return source.contribution(point, key)
  })
  const all = remembering((point: string) => Promise.all((source.index.contributions[point] ?? []).map((key) => item(`${point} ${key}`))))
  return {
    loadContribution: <Item>({ id }: ExtensionPoint<Item>, key: string) => item(`${id} ${key}`) as Promise<Item>,
    loadContributions: <Item>({ id }: ExtensionPoint<Item>) => all(id) as Promise<readonly Item[]>,
  }
}

/** A module and its required modules, transitively, without duplicates. */
function builtOn({ requires }: DeclarationIndex, plugin: string): readonly string[] {
  const found = new Set([plugin])
  // iterating a Set includes elements added meanwhile
  for (const each of found) for (const required of requires[each] ?? []) found.add(required)
  return [...found]
}

function nameOf(declared: PathDeclaration | undefined): Label | undefined {
  if (!declared || declared.kind === 'alias') return undefined
  if (declared.kind === 'resource') return declared.resource
  return declared.kind === 'list' ? listPlace(declared.form) : shortName(declared.form)
}

/** Page entry of the list of a type. */
const listPlace = (form: FormEntry) => ({ path: listPath(form), ...listName(form) })

const placeOf = (resource: ResourceEntry): [string, PathDeclaration] => [resource.path, { kind: 'resource', resource }]

const placesOf = (form: FormEntry): [string, PathDeclaration][] => [
  [form.path, { kind: 'form', form }],
  [form.detailPath, { kind: 'detail', form }],
  [listPath(form), { kind: 'list', form }],
]

/** `/{businessType}Detail`, `/{businessType}Edit` and `{path}-detail` redirect to the canonical addresses. */
const aliasesOf = (form: FormEntry): [string, PathDeclaration][] => [
  [`/${form.key}Detail`, { kind: 'alias', path: form.detailPath }],
  [`/${form.key}Edit`, { kind: 'alias', path: form.path }],
  [`${form.path}-detail`, { kind: 'alias', path: form.detailPath }],
]
