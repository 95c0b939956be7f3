import type { ResourceProps } from '@refinedev/core'
import type { DrawnKind, FieldComponents } from '#fields/types.ts'
import type { DocumentMark } from '#kernel/plugin.ts'
import type { AppConfig, BlockSection, CellOffer, CentreSection, DocumentActionButton, FigureSection, FileSection, FormOffer, HomeSection,
  ListSection, OverviewSection, PageRoute, ProfileSection, RowSource, RowSummary } from './app-config.ts'

/** The browser half of a module: components that it renders itself, each a lazy chunk. */
export interface BrowserPlugin {
  /** Id of the module. */
  readonly id: string
  /** A page at the path of a declared resource replaces its generated list. */
  readonly pages: readonly PageRoute[]
  readonly home: readonly HomeSection[]
  /** Sections of the finance overview. */
  readonly overview: readonly OverviewSection[]
  /** Sections above lists of records. */
  readonly listSections: readonly ListSection[]
  /** Figures on documents' forms and in the pass dialog. */
  readonly documentFigures: readonly FigureSection[]
  /** Blocks that replace fields, by role. */
  readonly documentBlocks: readonly BlockSection[]
  /** Field kinds by name, loaded before declarations are used. */
  readonly kinds: Readonly<Record<string, () => Promise<DrawnKind>>>
  /** The components named in `fieldComponents` of its declarations. */
  readonly fieldComponents: Readonly<Record<string, FieldComponents>>
  /** The document marks of its declarations, repeated here because lists need them before declarations are loaded. */
  readonly documentMarks: readonly DocumentMark[]
  /** Column roles that summarise rows. */
  readonly rowSummaries: readonly RowSummary[]
  /** Sources of rows, at the bottom of tables. */
  readonly rowSources: readonly RowSource[]
  /** Suggestions below cells in forms. */
  readonly cellOffers: readonly CellOffer[]
  /** Beside the buttons of forms that are filled in. */
  readonly formOffers: readonly FormOffer[]
  /** Buttons on documents' pages, in addition to the approval actions. */
  readonly documentActions: readonly DocumentActionButton[]
  /** Sections below files of documents under review. */
  readonly fileSections: readonly FileSection[]
  readonly messageCentre: readonly CentreSection[]
  readonly profile: readonly ProfileSection[]
  /** Refine resources in addition to declared ones, for pages that use Refine's hooks. */
  readonly resources: readonly ResourceProps[]
}

/** Declares the browser half of a module; pages are loaded when they are opened. */
export function defineBrowserPlugin(plugin: Pick<BrowserPlugin, 'id'> & Partial<BrowserPlugin>): BrowserPlugin {
  return Object.freeze({ pages: [], home: [], overview: [], listSections: [], documentFigures: [], documentBlocks: [], kinds: {},
    fieldComponents: {}, documentMarks: [], rowSummaries: [], rowSources: [], cellOffers: [], formOffers: [], documentActions: [],
    fileSections: [], messageCentre: [], profile: [], resources: [], ...plugin })
}

/** Merges the browser halves to the configuration of the shell; sections are in the order of the modules. */
export function browserParts(
  plugins: readonly BrowserPlugin[],
): Pick<AppConfig,
  'pages' | 'home' | 'overview' | 'listSections' | 'documentFigures' | 'documentBlocks' | 'kinds' | 'fieldComponents' | 'documentMarks'
    | 'rowSummaries' | 'rowSources' | 'cellOffers' | 'formOffers' | 'documentActions' | 'fileSections' | 'messageCentre' | 'profile'
    | 'refineResources'> {
  return {
    pages: plugins.flatMap(({ pages }) => pages),
    home: plugins.flatMap(({ home }) => home),
    overview: plugins.flatMap(({ overview }) => overview),
    listSections: plugins.flatMap(({ listSections }) => listSections),
    documentFigures: plugins.flatMap(({ documentFigures }) => documentFigures),
    documentBlocks: plugins.flatMap(({ documentBlocks }) => documentBlocks),
    kinds: plugins.flatMap(({ kinds }) => Object.values(kinds)),
    fieldComponents: Object.assign({}, ...plugins.map(({ fieldComponents }) => fieldComponents)) as BrowserPlugin['fieldComponents'],
    documentMarks: plugins.flatMap(({ documentMarks }) => documentMarks),
    rowSummaries: plugins.flatMap(({ rowSummaries }) => rowSummaries),
    rowSources: plugins.flatMap(({ rowSources }) => rowSources),
    cellOffers: plugins.flatMap(({ cellOffers }) => cellOffers),
    formOffers: plugins.flatMap(({ formOffers }) => formOffers),
    documentActions: plugins.flatMap(({ documentActions }) => documentActions),
    fileSections: plugins.flatMap(({ fileSections }) => fileSections),
    messageCentre: plugins.flatMap(({ messageCentre }) => messageCentre),
    profile: plugins.flatMap(({ profile }) => profile),
    refineResources: plugins.flatMap(({ resources }) => resources),
  }
}
