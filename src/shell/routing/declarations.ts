import { addTexts } from '../../../providers/i18n.ts'
import type { Form } from '../../kernel/form.ts'
import type { Label } from '../../kernel/label.ts'
import type { Plugin, Texts } from '../../kernel/plugin.ts'
import type { Resource } from '../../kernel/resource.ts'
import type { World } from '../world.ts'

/** What a path without a page of its own means. */
type Declared =
  | { readonly kind: 'form' | 'detail'; readonly form: Form }
  | { readonly kind: 'resource'; readonly resource: Resource }
  /** Another spelling of an address; the query is kept. */
  | { readonly kind: 'alias'; readonly path: string }

/** What the plugins declare, found by what the browser knows: addresses and business types. */
export interface Declarations {
  readonly plugins: readonly Plugin[]
  form(businessType: string): Form | undefined
  at(path: string): Declared | undefined
  /** What the page of a path is called until it says more. */
  nameAt(path: string): Label | undefined
}

let loading: Promise<Declarations> | undefined
let loaded: Declarations | undefined
const listeners = new Set<() => void>()

/** The declarations, if somebody has loaded them. */
export const declarationsSoFar = (): Declarations | undefined => loaded

/** Calls the listener when the declarations have come; the answer unsubscribes. */
export function onDeclarations(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the declarations and their texts once; a failed load is tried again by the next caller. */
export function loadDeclarations(world: World): Promise<Declarations> {
  loading ??= load(world).then(
    (found) => {
      loaded = found
      for (const listener of listeners) listener()
      return found
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

async function load(world: World): Promise<Declarations> {
  const plugins = await world.plugins()
  await addTexts(async (locale): Promise<Texts> => Object.assign({}, ...plugins.map(({ locales }) => locales[locale])))
  return declarationsOf(plugins)
}

export function declarationsOf(plugins: readonly Plugin[]): Declarations {
  const forms = plugins.flatMap((plugin) => plugin.forms)
  const resources = plugins.flatMap((plugin) => plugin.resources)
  const byKey = new Map(forms.map((form) => [form.key, form]))
  // Later entries win: a canonical address beats another form's alias.
  const places = new Map<string, Declared>([...forms.flatMap(aliasesOf), ...forms.flatMap(placesOf), ...resources.map(placeOf)])
  return { plugins, form: (businessType) => byKey.get(businessType), at: (path) => places.get(path), nameAt: (path) => nameOf(places.get(path)) }
}

function nameOf(declared: Declared | undefined): Label | undefined {
  if (!declared || declared.kind === 'alias') return undefined
  return declared.kind === 'resource' ? declared.resource : declared.form
}

const placeOf = (resource: Resource): [string, Declared] => [resource.path, { kind: 'resource', resource }]

const placesOf = (form: Form): [string, Declared][] => [
  [form.path, { kind: 'form', form }],
  [form.detailPath, { kind: 'detail', form }],
]

/** `/{businessType}Detail`, `/{businessType}Edit` and `{path}-detail` lead to the canonical addresses. */
const aliasesOf = (form: Form): [string, Declared][] => [
  [`/${form.key}Detail`, { kind: 'alias', path: form.detailPath }],
  [`/${form.key}Edit`, { kind: 'alias', path: form.path }],
  [`${form.path}-detail`, { kind: 'alias', path: form.detailPath }],
]
