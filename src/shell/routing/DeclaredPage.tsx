import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Component, type ComponentType, type ReactNode, Suspense, use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { type Form, formPermissions, listPath, shortName } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import { may } from '#providers/permissions.ts'
import { isFailure } from '#providers/failure.ts'
import { useHttp } from '../backend.ts'
import { nameInMenu } from '../layout/menu-tree.ts'
import { PageSkeleton } from '../parts/Skeletons.tsx'
import type { ResourcePageProps } from '../resource/ResourcePage.tsx'
import { keyOf, reads, useIsRead, useRead, useStarts } from '../start/reads.ts'
import { ChunkLost, Forbidden, InDevelopment, NotStarter, NotSupportedNotice } from '../states/pages.tsx'
import { useTab, useTabTitle } from '../tabs/tabs-context.ts'
import { isLostChunk, lazyPage, reloadOnce, remembering } from './chunks.ts'
import type { FormEntry, ResourceEntry } from './declaration-source.ts'
import { useDeclarations } from './routes-context.ts'
import { ErrorState } from '../states/StateView.tsx'

interface PageFrameProps {
  readonly needs?: Permission
  /** Address of its menu entry; a page outside of the person's menu is not displayed. */
  readonly path?: string
  /** The skeleton displayed while it loads. */
  readonly shape?: 'list' | 'document'
  readonly children: ReactNode
}

/** Wraps every page: permission check, loading state, error boundary. */
export function PageFrame({ needs, path, shape, children }: PageFrameProps) {
  const isClosed = useIsClosed(path)
  if (!may(needs)) return <Forbidden needs={needs} />
  if (isClosed) return <Forbidden />
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageSkeleton shape={shape} />}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** The home page is never closed, because error pages link to it. */
const home = '/'

function useIsClosed(path: string | undefined): boolean {
  const closed = useRead(reads.closedPages)
  return path !== undefined && path !== home && (closed?.includes(path) ?? false)
}

interface State {
  readonly error?: unknown
}

/** Displays an error page when rendering fails; reloads if a chunk is missing. */
class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {}

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    if (isLostChunk(error)) reloadOnce()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (isLostChunk(error)) return <ChunkLost />
    if (isFailure(error) && error.kind === 'forbidden') return <Forbidden />
    return <ErrorState isPage error={error} onRetry={() => this.setState({ error: undefined })} />
  }
}

/** Loads the cell renderers as well, because rows would otherwise suspend a second time. */
const ResourcePage = lazyPage<ResourcePageProps>(async () => {
  const renderers = import('../resource/renderers.tsx').then(({ loadRenderers }) => loadRenderers())
  const [{ ResourcePage: Page }] = await Promise.all([import('../resource/ResourcePage.tsx'), renderers])
  return Page
})

/** Loads the resource page with its renderers. */
export const loadRecords = (): Promise<unknown> => ResourcePage.load()

/** The page of a path without a component of its own: a declared form, document, list or resource, or “not found”. */
export function DeclaredPage() {
  const { pathname, search } = useLocation()
  const declared = useDeclarations().at(pathname)
  if (!declared) return <Undeclared pathname={pathname} search={search} />
  if (declared.kind === 'alias') return <Redirect to={declared.path + search} />
  if (declared.kind === 'resource') return <DeclaredResource resource={declared.resource} />
  if (declared.kind === 'list') return <TypeList form={declared.form} />
  const isDetail = declared.kind === 'detail' || new URLSearchParams(search).get('operate') === 'detail'
  return isDetail ? <Detail form={declared.form} /> : <Entry form={declared.form} />
}

/**
 * An undeclared address; it may be a form designed by the company, whose declarations load later, or one that was published since they were
 * loaded: they are read once more before the page counts as missing.
 */
function Undeclared({ pathname, search }: { readonly pathname: string; readonly search: string }) {
  const isWhole = useIsRead(reads.designed)
  const http = useHttp()
  const client = useQueryClient()
  const again = useQuery({ queryKey: ['undeclared', pathname], enabled: isWhole, gcTime: 0, retry: false, staleTime: Infinity,
    networkMode: 'always',
    queryFn: () =>
      client.fetchQuery({ queryKey: keyOf(reads.designed), queryFn: () => reads.designed.ask(http), staleTime: 0,
        networkMode: 'always' }) })
  if (!isWhole || again.isPending) return <PageSkeleton />
  return isDocument(pathname, search) ? <InDevelopment /> : <Redirect to="/404" />
}

/** Returns whether an address has the form of a document's address, of a type without a screen in this product. */
const isDocument = (pathname: string, search: string): boolean =>
  /(Detail|Edit|-detail)$/.test(pathname) && ['procInstId', 'businessKey'].some((key) => new URLSearchParams(search).has(key))

function DeclaredResource({ resource }: { resource: ResourceEntry }) {
  const menus = useRead(reads.menus)
  const title = nameInMenu(menus ?? [], resource.path) ?? resource
  useTabTitle(title)
  return (
    <PageFrame needs={resource.can.view} path={resource.path}>
      <Records place={resource} title={title} />
    </PageFrame>
  )
}

const Records = ({ place, title }: { place: ResourceEntry; title: Label }) => (
  <ResourcePage resource={use(useDeclarations().loadResource(place))} title={title} />
)

function Entry({ form }: { form: FormEntry }) {
  // the initiator of a document may always resubmit it
  const isChanging = new URLSearchParams(useLocation().search).get('operate') === 'edit'
  useTabTitle(shortName(form))
  if (!useOpensHere(form)) return <NotSupportedNotice process={form} businessType={form.key} />
  return (
    <PageFrame needs={formPermissions(form.key).add} path={form.path} shape="document">
      {isChanging ? <Filing place={form} /> : <Starting place={form} />}
    </PageFrame>
  )
}

/** A new document, once the person's permission to start one is known. */
function Starting({ place }: { place: FormEntry }) {
  const starts = useStarts(place.key)
  if (starts === undefined) return <PageSkeleton shape="document" />
  return starts ? <Filing place={place} /> : <NotStarter />
}

/** A form to fill in: one that the company has added to is the built one until it is read. */
function Filing({ place }: { place: FormEntry }) {
  const isAmended = useRead(reads.processes)?.find(({ businessType }) => businessType === place.key)?.amended === true
  return isAmended ? <AmendedEntry place={place} /> : <DeclaredEntry place={place} />
}

const AmendedEntry = ({ place }: { place: FormEntry }) =>
  useIsRead(reads.designed) ? <DeclaredEntry place={place} /> : <PageSkeleton shape="document" />

const DeclaredEntry = ({ place }: { place: FormEntry }) => (
  <documentPages.FormPage form={use(loadFiling(useDeclarations().loadForm(place)))} />
)

function TypeList({ form }: { form: FormEntry }) {
  const path = listPath(form)
  useTabTitle(useDeclarations().nameAt(path) ?? form)
  return (
    <PageFrame needs={formPermissions(form.key).view} path={path} shape="document">
      <DeclaredList place={form} />
    </PageFrame>
  )
}

const DeclaredList = ({ place }: { place: FormEntry }) => <documentPages.TypeListPage form={use(useDeclarations().loadForm(place))} />

/** Without a permission check: the server decides the visibility of each document. */
function Detail({ form }: { form: FormEntry }) {
  useTabTitle(shortName(form))
  if (!useOpensHere(form)) return <NotSupportedNotice process={form} businessType={form.key} />
  return (
    <PageFrame>
      <Filed place={form} />
    </PageFrame>
  )
}

const Filed = ({ place }: { place: FormEntry }) => <documentPages.DetailPage form={use(loadReading(useDeclarations().loadForm(place)))} />

/** Returns whether the process is available on the web; the administrators' setting takes precedence over its declaration. */
function useOpensHere({ key, terminals }: FormEntry): boolean {
  const decided = useRead(reads.terminals)?.find(({ businessType }) => businessType === key)?.terminal
  return (decided ?? terminals).includes('web')
}

function Redirect({ to }: { to: string }) {
  const { replace, isActive } = useTab()
  useEffect(() => {
    if (isActive) replace(to)
  }, [isActive, replace, to])
  return null
}

type DocumentPage = ComponentType<{ form: Form }>

const found = import.meta.glob<Readonly<Record<string, DocumentPage>>>(['../form/FormPage.tsx', '../detail/DetailPage.tsx',
  '../documents/TypeListPage.tsx'])

/** The generic document pages, generated from a form's declaration: entry, detail and list of a type. */
export const documentPages = {
  FormPage: page('../form/FormPage.tsx', 'FormPage'),
  DetailPage: page('../detail/DetailPage.tsx', 'DetailPage'),
  // with the cell renderers, because rows would otherwise suspend a second time
  TypeListPage: page('../documents/TypeListPage.tsx', 'TypeListPage',
    async () => (await import('../resource/renderers.tsx')).loadRenderers()),
}

/** Resolves when a form can be filled in without suspending: page, controls and expressions are loaded. */
export const loadFiling = remembering(async (loading: Promise<Form>) => {
  const [form, { prepareFiling }] = await Promise.all([loading, import('../documents/prepare.ts'), documentPages.FormPage.load()])
  return prepareFiling(form)
})

/** Resolves when documents of a form can be displayed without suspending. */
export const loadReading = remembering(async (loading: Promise<Form>) => {
  const [form, { prepareReading }] = await Promise.all([loading, import('../documents/prepare.ts'), documentPages.DetailPage.load()])
  return prepareReading(form)
})

function page(path: string, name: string, before?: () => Promise<unknown>) {
  return lazyPage<{ form: Form }>(async () => {
    const [module] = await Promise.all([found[path]?.(), before?.()])
    return module?.[name] ?? InDevelopment
  })
}
