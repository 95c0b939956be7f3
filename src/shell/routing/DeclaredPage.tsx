import { use, useEffect } from 'react'
import { useLocation } from 'react-router'
import { formPermissions, listPath, shortName } from '#kernel/form.ts'
import { nameInMenu } from '../layout/menu-tree.ts'
import type { Label } from '#kernel/wording/label.ts'
import { PageSkeleton } from '../parts/Skeletons.tsx'
import type { ResourcePageProps } from '../resource/ResourcePage.tsx'
import { reads, useRead } from '../start/reads.ts'
import { useStarts } from '../start/use-starts.ts'
import { InDevelopment, NotStarter, NotSupportedNotice } from '../states/pages.tsx'
import { useTab, useTabTitle } from '../tabs/tabs-context.ts'
import { lazyPage } from './chunks.ts'
import type { FormEntry, ResourceEntry } from './declaration-source.ts'
import { documentPages, loadFiling, loadReading } from './document-pages.ts'
import { PageFrame } from './PageFrame.tsx'
import { useDeclarations } from './routes-context.ts'

/** It waits for what draws its cells as well: its rows would stand back behind their own waiting. */
const ResourcePage = lazyPage<ResourcePageProps>(async () => {
  const renderers = import('../resource/renderers.tsx').then(({ loadRenderers }) => loadRenderers())
  const [{ ResourcePage: Page }] = await Promise.all([import('../resource/ResourcePage.tsx'), renderers])
  return Page
})

/** The page of records with all that every one of them is drawn with. */
export const loadRecords = (): Promise<unknown> => ResourcePage.load()

/** The page of a path that no page is drawn for: a declared form, document or resource, or nothing. */
export function DeclaredPage() {
  const { pathname, search } = useLocation()
  const declared = useDeclarations().at(pathname)
  if (!declared) return isDocument(pathname, search) ? <InDevelopment /> : <Redirect to="/404" />
  if (declared.kind === 'alias') return <Redirect to={declared.path + search} />
  if (declared.kind === 'resource') return <DeclaredResource resource={declared.resource} />
  if (declared.kind === 'list') return <TypeList form={declared.form} />
  const isDetail = declared.kind === 'detail' || new URLSearchParams(search).get('operate') === 'detail'
  return isDetail ? <Detail form={declared.form} /> : <Entry form={declared.form} />
}

/** A document's address, whatever its type: one that this product has no screen for. */
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
  // the initiator of a document may always file it again
  const isChanging = new URLSearchParams(useLocation().search).get('operate') === 'edit'
  useTabTitle(shortName(form))
  if (!useOpensHere(form)) return <NotSupportedNotice process={form} businessType={form.key} />
  return (
    <PageFrame needs={formPermissions(form.key).add} path={form.path} shape="document">
      {isChanging ? <Filing place={form} /> : <Starting place={form} />}
    </PageFrame>
  )
}

/** A new document, once it is known that the person may start one. */
function Starting({ place }: { place: FormEntry }) {
  const starts = useStarts(place.key)
  if (starts === undefined) return <PageSkeleton shape="document" />
  return starts ? <Filing place={place} /> : <NotStarter />
}

const Filing = ({ place }: { place: FormEntry }) => <documentPages.FormPage form={use(loadFiling(useDeclarations().loadForm(place)))} />

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

/** The server answers who may see a document; a permission alone does not. */
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

/** Returns whether the process may be opened on the web: what administrators decided goes before its declaration. */
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
