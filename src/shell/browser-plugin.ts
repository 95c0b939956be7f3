import type { ResourceProps } from '@refinedev/core'
import type { DocumentMark } from '#kernel/plugin.ts'
import type { AppConfig, BlockSection, CellOffer, CentreSection, DocumentActionButton, FigureSection, FileSection, HomeSection, ListSection,
  OverviewSection, PageRoute, ProfileSection, RowSource, RowSummary } from './app-config.ts'

/** The browser half of a module: what it draws itself, each component a chunk of its own. */
export interface BrowserPlugin {
  /** Id of the module whose half this is. */
  readonly id: string
  /** At the path of a declared resource, a page stands in for its list. */
  readonly pages: readonly PageRoute[]
  readonly home: readonly HomeSection[]
  /** Of the finance overview. */
  readonly overview: readonly OverviewSection[]
  /** Above lists of records. */
  readonly listSections: readonly ListSection[]
  /** Of documents, on their form and in the dialog that passes them. */
  readonly documentFigures: readonly FigureSection[]
  /** In place of fields that belong together by their roles. */
  readonly documentBlocks: readonly BlockSection[]
  /** Marks of documents, as its declarations have them: lists draw them before declarations are loaded. */
  readonly documentMarks: readonly DocumentMark[]
  /** Columns by which rows are summarised. */
  readonly rowSummaries: readonly RowSummary[]
  /** At the foot of tables whose rows it fills. */
  readonly rowSources: readonly RowSource[]
  /** Below cells of rows while a form is filled in. */
  readonly cellOffers: readonly CellOffer[]
  /** On documents' pages, beside the actions of the approval. */
  readonly documentActions: readonly DocumentActionButton[]
  /** Below files of documents that are reviewed. */
  readonly fileSections: readonly FileSection[]
  readonly messageCentre: readonly CentreSection[]
  readonly profile: readonly ProfileSection[]
  /** Resources of Refine beside the declared records, for pages that are written with Refine's own hooks. */
  readonly resources: readonly ResourceProps[]
}

/** Declares the browser half of a module; its pages are loaded when they are opened. */
export function defineBrowserPlugin(plugin: Pick<BrowserPlugin, 'id'> & Partial<BrowserPlugin>): BrowserPlugin {
  return Object.freeze({ pages: [], home: [], overview: [], listSections: [], documentFigures: [], documentBlocks: [], documentMarks: [],
    rowSummaries: [], rowSources: [], cellOffers: [], documentActions: [], fileSections: [], messageCentre: [], profile: [], resources: [],
    ...plugin })
}

/** Joins the parts that modules draw, as the shell takes them; sections stand in the order of the modules. */
export function browserParts(
  plugins: readonly BrowserPlugin[],
): Pick<AppConfig,
  'pages' | 'home' | 'overview' | 'listSections' | 'documentFigures' | 'documentBlocks' | 'documentMarks' | 'rowSummaries' | 'rowSources'
    | 'cellOffers' | 'documentActions' | 'fileSections' | 'messageCentre' | 'profile' | 'refineResources'> {
  return {
    pages: plugins.flatMap(({ pages }) => pages),
    home: plugins.flatMap(({ home }) => home),
    overview: plugins.flatMap(({ overview }) => overview),
    listSections: plugins.flatMap(({ listSections }) => listSections),
    documentFigures: plugins.flatMap(({ documentFigures }) => documentFigures),
    documentBlocks: plugins.flatMap(({ documentBlocks }) => documentBlocks),
    documentMarks: plugins.flatMap(({ documentMarks }) => documentMarks),
    rowSummaries: plugins.flatMap(({ rowSummaries }) => rowSummaries),
    rowSources: plugins.flatMap(({ rowSources }) => rowSources),
    cellOffers: plugins.flatMap(({ cellOffers }) => cellOffers),
    documentActions: plugins.flatMap(({ documentActions }) => documentActions),
    fileSections: plugins.flatMap(({ fileSections }) => fileSections),
    messageCentre: plugins.flatMap(({ messageCentre }) => messageCentre),
    profile: plugins.flatMap(({ profile }) => profile),
    refineResources: plugins.flatMap(({ resources }) => resources),
  }
}
