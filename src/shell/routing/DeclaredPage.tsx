import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { formPermissions, type Form } from '../../kernel/form.ts'
import type { Resource } from '../../kernel/resource.ts'
import { nameInMenu } from '../layout/menu-tree.ts'
import type { ResourcePageProps } from '../resource/ResourcePage.tsx'
import { reads, useRead } from '../start/reads.ts'
import { NotSupported } from '../states/pages.tsx'
import { useTab, useTabTitle } from '../tabs/tabs-context.ts'
import { lazyPage } from './chunks.ts'
import { documentPages } from './document-pages.ts'
import { PageFrame } from './PageFrame.tsx'
import { useDeclarations } from './routes-context.ts'

const ResourcePage = lazyPage<ResourcePageProps>(async () => (await import('../resource/ResourcePage.tsx')).ResourcePage)

/** The page of a path that no page is drawn for: a declared form, document or resource, or nothing. */
export function DeclaredPage() {
  const { pathname, search } = useLocation()
  const declared = useDeclarations().at(pathname)
  if (!declared) return <Redirect to="/404" />
  if (declared.kind === 'alias') return <Redirect to={declared.path + search} />
  if (declared.kind === 'resource') return <DeclaredResource resource={declared.resource} />
  const isDetail = declared.kind === 'detail' || new URLSearchParams(search).get('operate') === 'detail'
  return isDetail ? <Detail form={declared.form} /> : <Entry form={declared.form} />
}

function DeclaredResource({ resource }: { resource: Resource }) {
  const menus = useRead(reads.menus)
  const title = nameInMenu(menus ?? [], resource.path) ?? resource
  useTabTitle(title)
  return <PageFrame isPlain needs={resource.can.view}><ResourcePage resource={resource} title={title} /></PageFrame>
}

function Entry({ form }: { form: Form }) {
  useTabTitle(form)
  if (!form.terminals.includes('web')) return <NotSupported process={form} />
  return <PageFrame isPlain needs={formPermissions(form.key).add}><documentPages.FormPage form={form} /></PageFrame>
}

/** Who may see a document is the server's answer, not a permission alone. */
function Detail({ form }: { form: Form }) {
  useTabTitle(form)
  if (!form.terminals.includes('web')) return <NotSupported process={form} />
  return <PageFrame isPlain><documentPages.DetailPage form={form} /></PageFrame>
}

function Redirect({ to }: { to: string }) {
  const { replace, isActive } = useTab()
  useEffect(() => {
    if (isActive) replace(to)
  }, [isActive, replace, to])
  return null
}
