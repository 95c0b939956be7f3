import type { ResourceProps } from '@refinedev/core'
import type { AppConfig, BlockSection, CentreSection, FigureSection, HomeSection, OverviewSection, PageRoute, ProfileSection } from './app-config.ts'

/** The browser half of a module: what it draws itself, each component a chunk of its own. */
export interface BrowserPlugin {
  /** Id of the module whose half this is. */
  readonly id: string
  /** At the path of a declared resource, a page stands in for its list. */
  readonly pages: readonly PageRoute[]
  readonly home: readonly HomeSection[]
  /** Of the finance overview. */
  readonly overview: readonly OverviewSection[]
  /** Of documents, on their form and in the dialog that passes them. */
  readonly documentFigures: readonly FigureSection[]
  /** In place of fields that belong together by their roles. */
  readonly documentBlocks: readonly BlockSection[]
  readonly messageCentre: readonly CentreSection[]
  readonly profile: readonly ProfileSection[]
  /** Resources of Refine beside the declared records, for pages that are written with Refine's own hooks. */
  readonly resources: readonly ResourceProps[]
}

export function defineBrowserPlugin(plugin: Pick<BrowserPlugin, 'id'> & Partial<BrowserPlugin>): BrowserPlugin {
  return Object.freeze({ pages: [], home: [], overview: [], documentFigures: [], documentBlocks: [], messageCentre: [], profile: [], resources: [], ...plugin })
}

/** What the modules draw, as the shell takes it; sections stand in the order of the modules. */
export function browserParts(
  plugins: readonly BrowserPlugin[],
): Pick<AppConfig, 'pages' | 'home' | 'overview' | 'documentFigures' | 'documentBlocks' | 'messageCentre' | 'profile' | 'refineResources'> {
  return {
    pages: plugins.flatMap(({ pages }) => pages),
    home: plugins.flatMap(({ home }) => home),
    overview: plugins.flatMap(({ overview }) => overview),
    documentFigures: plugins.flatMap(({ documentFigures }) => documentFigures),
    documentBlocks: plugins.flatMap(({ documentBlocks }) => documentBlocks),
    messageCentre: plugins.flatMap(({ messageCentre }) => messageCentre),
    profile: plugins.flatMap(({ profile }) => profile),
    refineResources: plugins.flatMap(({ resources }) => resources),
  }
}
