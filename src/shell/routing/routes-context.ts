import { createContext, use, useContext, useSyncExternalStore } from 'react'
import { matchPath, useLocation } from 'react-router'
import type { TabLocation } from '../tabs/model.ts'
import type { PageRoute, AppConfig } from '../browser-plugin.ts'
import { declarationsSoFar, loadDeclarations, onDeclarations, type Declarations } from './declarations.ts'

export interface Routes {
  readonly config: AppConfig
  /** The pages of the shell and of the plugins. */
  readonly pages: readonly PageRoute[]
}

export const RoutesContext = createContext<Routes | undefined>(undefined)

/** The routes of the product. */
export function useRoutes(): Routes {
  const routes = useContext(RoutesContext)
  if (!routes) throw new Error('outside of the shell')
  return routes
}

/** Returns whether a path has a page component. */
export function useKnows(): (path: string) => boolean {
  const { pages } = useRoutes()
  return (path) => pageAt(pages, path) !== undefined
}

/** The declarations of the modules; suspends until their index is loaded. */
export function useDeclarations(): Declarations {
  const { config } = useRoutes()
  useDeclarationsSoFar()
  return use(loadDeclarations(config))
}

/** The declarations, if they are loaded; the first screens work without them. */
export const useDeclarationsSoFar = (): Declarations | undefined => useSyncExternalStore(onDeclarations, declarationsSoFar)

const found = new WeakMap<readonly PageRoute[], Map<string, PageRoute | undefined>>()

const guide = '/user-guide'

/** The address of the guide's chapter about the current page; undefined if the product has no guide. */
export function useGuidePath(): string | undefined {
  const { pathname } = useLocation()
  const knows = useKnows()
  if (!knows(guide)) return undefined
  return pathname === guide ? guide : `${guide}?page=${encodeURIComponent(pathname)}`
}

/** The first page whose path matches an address. Cached, because menu, tabs and titles match the same addresses at every render. */
export function pageAt(pages: readonly PageRoute[], pathname: string): PageRoute | undefined {
  const known = found.get(pages) ?? new Map<string, PageRoute | undefined>()
  found.set(pages, known)
  if (!known.has(pathname)) known.set(pathname, pages.find(({ path }) => matchPath(path, pathname) !== null))
  return known.get(pathname)
}

/** Query parameters that distinguish tabs of one path. */
const identity = ['procInstId', 'businessKey', 'id'] as const

/** The tab key of an address. */
export function tabKeyOf(pages: readonly PageRoute[], { pathname, search }: TabLocation): string {
  const page = pageAt(pages, pathname)
  if (page?.tab !== undefined) return page.tab
  const query = new URLSearchParams(search)
  const named = identity.find((key) => query.has(key))
  return named === undefined ? pathname : `${pathname}?${named}=${query.get(named)}`
}
