import type { Http } from '#providers/http.ts'
import { may } from '#providers/permissions.ts'
import type { TabLocation } from '../tabs/model.ts'
import type { AppConfig } from '../app-config.ts'
import { prefetchDocument } from '../detail/document-call.ts'
import type { ResourceEntry } from './declaration-source.ts'
import { loadDeclarations } from './declarations.ts'
import { documentPages, loadFiling, loadReading } from './document-pages.ts'
import { loadRecords } from './DeclaredPage.tsx'
import { pageAt, type Routes } from './routes-context.ts'

/**
 * Loads the page of an address before it is opened; with `http` its first data, too, as far as the person's rights are known.
 * What fails is tried again by the page.
 */
export function prefetch(routes: Routes, place: TabLocation, http?: Http): void {
  loadPage(routes, place, http).catch(() => undefined)
}

/** Loads the page of an address; the promise ends when nothing of it is missing. */
export async function loadPage({ pages, config }: Routes, place: TabLocation, http?: Http): Promise<void> {
  const page = pageAt(pages, place.pathname)
  await (page ? Promise.all([loadOf(page.component), http && may(page.needs) && page.ask?.(http, place)]) : loadDeclared(config, place, http))
}

/** Loads, one after the other, what most people open next. */
export async function loadNext({ pages, config: world }: Routes): Promise<void> {
  for (const page of new Set(pages.filter(({ isNext }) => isNext).map(({ component }) => component))) await loadOf(page)
  await loadDeclarations(world)
  await Promise.all([loadRecords(), askRecords()])
}

const loadOf = (component: object): Promise<unknown> | undefined => ('load' in component ? (component as { load(): Promise<unknown> }).load() : undefined)

const askRecords = () => import('../resource/prefetch.ts')

async function loadDeclared(world: AppConfig, { pathname, search }: TabLocation, http: Http | undefined): Promise<void> {
  const declarations = await loadDeclarations(world)
  const declared = declarations.at(pathname)
  if (!declared) return
  if (declared.kind === 'alias') return loadDeclared(world, { pathname: declared.path, search }, http)
  if (declared.kind === 'resource') {
    if (search === '') await askFor(declared.resource, http)
    return void (await Promise.all([declarations.loadResource(declared.resource), loadRecords()]))
  }
  if (http && declared.kind === 'detail') prefetchDocument(http, declared.form.key, search)
  await Promise.all([pageOf[declared.kind](declarations.loadForm(declared.form)), ...partsOf[declared.kind](world).map(loadOf)])
}

async function askFor(resource: ResourceEntry, http: Http | undefined): Promise<void> {
  if (http && may(resource.can.view)) (await askRecords()).prefetchRecords(http, resource)
}

const pageOf = { form: loadFiling, detail: loadReading, list: () => documentPages.TypeListPage.load() }

/** Components that modules draw on the pages of documents. */
const partsOf: Readonly<Record<keyof typeof pageOf, (world: AppConfig) => readonly object[]>> = {
  form: (
    { documentFigures = [], documentBlocks = [], rowSources = [] },
  ) => [...[...documentFigures, ...rowSources].map(({ component }) => component), ...documentBlocks.map(({ entry }) => entry)],
  detail: (
    { documentFigures = [], documentBlocks = [] },
  ) => [...documentFigures.map(({ component }) => component), ...documentBlocks.flatMap(({ reading, fact }) => [reading, fact])],
  list: () => [],
}
