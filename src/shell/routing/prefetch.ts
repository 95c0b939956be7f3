import type { Http } from '#providers/http.ts'
import type { TabLocation } from '../tabs/model.ts'
import type { ComponentType } from 'react'
import { loadDeclarations } from './declarations.ts'
import { documentPages } from './document-pages.ts'
import { loadRecords } from './DeclaredPage.tsx'
import { pageAt, type Routes } from './routes-context.ts'

/**
 * Loads the page of an address before it is opened; with `http` its first data, too. What fails is tried again by the page.
 */
export function prefetch({ pages, config: world }: Routes, place: TabLocation, http?: Http): void {
  const page = pageAt(pages, place.pathname)
  const loading = page ? Promise.all([loadOf(page.component), http && page.ask?.(http, place)]) : loadDeclared(world, place, http)
  loading.catch(() => undefined)
}

/** Loads, one after the other, what most people open next. */
export async function loadNext({ pages, config: world }: Routes): Promise<void> {
  for (const page of new Set(pages.filter(({ isNext }) => isNext).map(({ component }) => component))) await loadOf(page)
  await loadDeclarations(world)
  await Promise.all([loadRecords(), askRecords()])
}

const loadOf = (component: ComponentType | { load?(): Promise<unknown> }): Promise<unknown> | undefined => ('load' in component ? component.load?.() : undefined)

const askRecords = () => import('../resource/prefetch.ts')

async function loadDeclared(world: Routes['config'], { pathname, search }: TabLocation, http: Http | undefined): Promise<void> {
  const declarations = await loadDeclarations(world)
  const declared = declarations.at(pathname)
  if (!declared || declared.kind === 'alias') return
  if (declared.kind !== 'resource') {
    const page = declared.kind === 'form' ? documentPages.FormPage : documentPages.DetailPage
    return void (await Promise.all([declarations.loadForm(declared.form), page.load()]))
  }
  if (http && search === '') (await askRecords()).prefetchRecords(http, declared.resource)
  await Promise.all([declarations.loadResource(declared.resource), loadRecords()])
}
