import { type Form, formPermissions } from '#kernel/form.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { Http } from '#providers/http.ts'
import { may } from '#providers/permissions.ts'
import type { TabLocation } from '../tabs/model.ts'
import type { AppConfig } from '../browser-plugin.ts'
import { documentAt, prefetchDocument } from '../detail/document-call.ts'
import type { ProcessSummary } from '../start/answers.ts'
import { isStartable } from '../start/reads.ts'
import type { FormEntry } from './declaration-source.ts'
import { loadDeclarations } from './declarations.ts'
import { documentPages, loadFiling, loadReading, loadRecords } from './DeclaredPage.tsx'
import { pageAt, type Routes } from './routes-context.ts'

/** Access to the initial data of a page. */
interface DataAccess {
  readonly http: Http
  /** Resolves when the permissions are loaded; absent if they already are. */
  readonly rights?: Promise<unknown>
  /** The forms that the person may start. */
  processes(): Promise<readonly ProcessSummary[]>
}

/** Loads the page of an address in advance; with `access` also its initial data. Failures are ignored, because the page retries. */
export function prefetch(routes: Routes, place: TabLocation, access?: DataAccess): void {
  loadPage(routes, place, access).catch(() => undefined)
}

/** Loads the page of an address; resolves when it is complete. */
export async function loadPage({ pages, config }: Routes, place: TabLocation, access?: DataAccess): Promise<void> {
  const page = pageAt(pages, place.pathname)
  await (page
    ? Promise.all([loadOf(page.component), askIfAllowed(access, page.needs, (http) => page.ask?.(http, place))])
    : loadDeclared(config, place, access))
}

/** Requests data once the permissions are loaded, if they allow it. */
async function askIfAllowed(access: DataAccess | undefined, needs: Permission | undefined, ask: (http: Http) => unknown): Promise<void> {
  if (!access) return
  if (needs && access.rights) await access.rights
  if (may(needs)) await ask(access.http)
}

/** Loads the frequently opened pages one after the other. */
export async function loadNext({ pages, config: world }: Routes): Promise<void> {
  for (const page of new Set(pages.filter(({ isNext }) => isNext).map(({ component }) => component))) await loadOf(page)
  await loadDeclarations(world)
  await Promise.all([loadRecords(), askRecords()])
}

const loadOf = (
  component: object,
): Promise<unknown> | undefined => ('load' in component ? (component as { load(): Promise<unknown> }).load() : undefined)

const askRecords = () => import('../resource/prefetch.ts')

async function loadDeclared(world: AppConfig, place: TabLocation, access: DataAccess | undefined): Promise<void> {
  const { pathname, search } = place
  const declarations = await loadDeclarations(world)
  const declared = declarations.at(pathname)
  if (!declared) return
  if (declared.kind === 'alias') return loadDeclared(world, { pathname: declared.path, search }, access)
  if (declared.kind === 'resource') {
    const { resource } = declared
    const records = search === ''
      ? askIfAllowed(access, resource.can.view, async (http) => (await askRecords()).prefetchRecords(http, resource))
      : undefined
    return void (await Promise.all([records, declarations.loadResource(resource), loadRecords()]))
  }
  const form = declarations.loadForm(declared.form)
  await Promise.all([askForDocument(declared, { search, form, access }), pageOf[declared.kind](form),
    ...partsOf[declared.kind](world).map(loadOf)])
}

interface DocumentInput {
  readonly search: string
  readonly form: Promise<Form>
  readonly access: DataAccess | undefined
}

/** Requests the document of a page, or the calculation of a new one. */
async function askForDocument({ kind, form: { key } }: { kind: keyof typeof pageOf; form: FormEntry },
  { search, form, access }: DocumentInput): Promise<void> {
  if (!access || kind === 'list') return
  if (documentAt(search) !== null) return prefetchDocument(access.http, key, search)
  if (kind !== 'form') return
  const processes = access.processes()
  await askIfAllowed(access, formPermissions(key).add, async (http) => {
    if (isStartable(await processes, key)) (await askCalculation()).prefetchCalculation(http, await form, search)
  })
}

const askCalculation = () => import('../form/preview/first-calculation.ts')

const pageOf = { form: loadFiling, detail: loadReading, list: () => documentPages.TypeListPage.load() }

/** Components of modules on the pages of documents. */
const partsOf: Readonly<Record<keyof typeof pageOf, (world: AppConfig) => readonly object[]>> = {
  form: (
    { documentFigures = [], documentBlocks = [], rowSources = [] },
  ) => [...[...documentFigures, ...rowSources].map(({ component }) => component), ...documentBlocks.map(({ entry }) => entry)],
  detail: (
    { documentFigures = [], documentBlocks = [] },
  ) => [...documentFigures.map(({ component }) => component), ...documentBlocks.flatMap(({ reading, fact }) => [reading, fact])],
  list: () => [],
}
