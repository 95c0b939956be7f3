import { createContext, use, useContext, useSyncExternalStore } from 'react'
import { matchPath, useLocation } from 'react-router'
import type { TabLocation } from '../tabs/model.ts'
import type { PageRoute, AppConfig } from '../app-config.ts'
import { declarationsSoFar, loadDeclarations, onDeclarations, type Declarations } from './declarations.ts'

export interface Routes {
  readonly config: AppConfig
  /** The shell's own pages and those of the plugins. */
  readonly pages: readonly PageRoute[]
}

export const RoutesContext = createContext<Routes | undefined>(undefined)

/** Returns the routes of the shell. */
export function useRoutes(): Routes {
  const routes = useContext(RoutesContext)
  if (!routes) throw new Error('outside of the shell')
  return routes
}

/** Returns whether a path has a page drawn for it. */
export function useKnows(): (path: string) => boolean {
  const { pages } = useRoutes()
  return (path) => pageAt(pages, path) !== undefined
}

/** The declarations of the modules; waits for the index of them (Suspense). */
export const useDeclarations = (): Declarations => use(loadDeclarations(useRoutes().config))

/** The same once some page has needed it; the first screens do without. */
export const useDeclarationsSoFar = (): Declarations | undefined => useSyncExternalStore(onDeclarations, declarationsSoFar)

const found = new WeakMap<readonly PageRoute[], Map<string, PageRoute | undefined>>()

const guide = '/user-guide'

/** Returns the address of the guide's chapter about the page that is shown; undefined in a product without a guide. */
export function useGuidePath(): string | undefined {
  const { pathname } = useLocation()
  const knows = useKnows()
  if (!knows(guide)) return undefined
  return pathname === guide ? guide : `${guide}?page=${encodeURIComponent(pathname)}`
}

/**
 * The first page whose path matches an address. Each address is matched once: menu, tabs and titles ask for the same ones at every change.
 */
export function pageAt(pages: readonly PageRoute[], pathname: string): PageRoute | undefined {
  const known = found.get(pages) ?? new Map<string, PageRoute | undefined>()
  found.set(pages, known)
  if (!known.has(pathname)) known.set(pathname, pages.find(({ path }) => matchPath(path, pathname) !== null))
  return known.get(pathname)
}

/** Query keys that make two addresses of one path two places. */
const identity = ['procInstId', 'businessKey', 'id'] as const

/** The open tab that an address belongs to. */
export function tabKeyOf(pages: readonly PageRoute[], { pathname, search }: TabLocation): string {
  const page = pageAt(pages, pathname)
  if (page?.tab !== undefined) return page.tab
  const query = new URLSearchParams(search)
  const named = identity.find((key) => query.has(key))
  return named === undefined ? pathname : `${pathname}?${named}=${query.get(named)}`
}
