import type { ResourceProps } from '@refinedev/core'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { DocumentMark } from '#kernel/plugin.ts'
import type { FieldRole } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { DrawnKind, FieldComponents } from '#fields/types.ts'
import type { Http } from '#providers/http.ts'
import type { TextSource } from '#providers/i18n.ts'
import type { DocumentActionDialogProps } from './detail/dialogs/dialog-props.ts'
import type { CellName } from './form/store/cell.ts'
import type { DeclarationSource } from './routing/declaration-source.ts'
import type { LazyPage } from './routing/chunks.ts'
import type { SessionRead } from './start/reads.ts'
import type { TabLocation } from './tabs/model.ts'

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
  /** Links in the menu of documents' pages. */
  readonly documentLinks: readonly DocumentLink[]
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
    documentLinks: [], fileSections: [], messageCentre: [], profile: [], resources: [], ...plugin })
}

/** Merges the browser halves to the configuration of the shell; sections are in the order of the modules. */
export function browserParts(
  plugins: readonly BrowserPlugin[],
): Pick<AppConfig,
  'pages' | 'home' | 'overview' | 'listSections' | 'documentFigures' | 'documentBlocks' | 'kinds' | 'fieldComponents' | 'documentMarks'
    | 'rowSummaries' | 'rowSources' | 'cellOffers' | 'formOffers' | 'documentActions' | 'documentLinks' | 'fileSections' | 'messageCentre'
    | 'profile' | 'refineResources'> {
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
    documentLinks: plugins.flatMap(({ documentLinks }) => documentLinks),
    fileSections: plugins.flatMap(({ fileSections }) => fileSections),
    messageCentre: plugins.flatMap(({ messageCentre }) => messageCentre),
    profile: plugins.flatMap(({ profile }) => profile),
    refineResources: plugins.flatMap(({ resources }) => resources),
  }
}

/** A page that a plugin (or the shell) renders itself. */
export interface PageRoute {
  /** Route pattern, e.g. `/budget/:year`. */
  readonly path: string
  readonly title: Label
  /** Lazy component, so that the page is a separate chunk. */
  readonly component: LazyPage<object> | LazyExoticComponent<ComponentType> | ComponentType
  /** Permission; without it the page shows "no view permission". */
  readonly needs?: Permission
  /** Pages with the same name share one open tab. @default one tab per address */
  readonly tab?: string
  /** Path of a call that answers `{ count }`, the badge of its menu entry. Called only for users with access to the page. */
  readonly counts?: string
  /** Collapses the menu while the page is shown. */
  readonly isWide?: true
  /** Prefetches the page's data while its link is pressed ({@link Http.prefetch}). */
  ask?(http: Http, place: TabLocation): void
  /** Loads the chunk when the first page is idle, because users often go there next. */
  readonly isNext?: true
}

/** A section of the home page by a module; renders nothing if it has no content for the user. */
export interface HomeSection {
  readonly id: string
  readonly component: LazyExoticComponent<ComponentType>
  /**
   * `first`, `last`: above or below the user's latest requests; `top`, `main`: full width, above or below the to-do list; `greeting`:
   * inline, in the line below the greeting.
   */
  readonly place: 'first' | 'last' | 'top' | 'main' | 'greeting'
  /** Sort order among sections of the same place, ascending. @default 0 */
  readonly order?: number
}

/** A section of the finance overview by a module, above its pages. */
interface OverviewSection {
  readonly id: string
  readonly component: LazyExoticComponent<ComponentType>
}

/** A section by a module above the list of a resource, possibly of another module. */
export interface ListSection {
  readonly id: string
  /** Name of the resource. */
  readonly resource: string
  readonly component: LazyExoticComponent<ComponentType>
  readonly needs: Permission
}

/** Figures of a document by a module, on its form and in the pass dialog. Rendered inside the form store's provider. */
interface FigureSection {
  readonly id: string
  /** `isChecked`: the document's exceptions are shown next to it, so the component should not repeat them. */
  readonly component: LazyExoticComponent<ComponentType<{ readonly document?: string; readonly isChecked?: boolean }>>
}

/** Components by a module that replace the fields of a block. Rendered inside the form store's provider. */
export interface BlockParts {
  /** In the form. */
  readonly entry: LazyExoticComponent<ComponentType>
  /** On the document's page, and in the preview next to a list. */
  readonly reading: LazyExoticComponent<ComponentType>
  /** In the header of its page: a `dt` and its `dd`. */
  readonly fact: LazyExoticComponent<ComponentType>
  /** In the one-line summary of a dialog. */
  readonly remark: LazyExoticComponent<ComponentType>
  /** In a dialog that revokes or voids a document, after the consequences ({@link EndingNote}). */
  readonly ending: LazyExoticComponent<ComponentType>
}

/** A block of fields, identified by role, with its components. */
export interface BlockSection extends BlockParts {
  readonly id: string
  /** Roles of the fields that it replaces; shown while one of these tables has a row. */
  readonly of: readonly FieldRole[]
}

/** A module's action on documents: a button, shown while the server half offers it, and its dialog. */
export interface DocumentActionButton {
  /** Id of the action in the server half. */
  readonly id: string
  readonly title: Label
  readonly dialog: LazyPage<DocumentActionDialogProps>
}

/** A link of a module in the menu of documents' pages, on screens wider than a telephone's. */
export interface DocumentLink {
  readonly id: string
  readonly title: Label
  /** Permission of those who see it. */
  readonly needs: Permission
  to(document: { readonly businessType: string; readonly procInstId: string }): string
}

/** An offer of a module beside the buttons of a form that is filled in; within the form's store. */
interface FormOffer {
  readonly id: string
  /** Keys of the forms, of its own module or of those that its module requires. */
  readonly forms: readonly string[]
  readonly component: LazyExoticComponent<ComponentType<FormOfferProps>>
}

export interface FormOfferProps {
  /** The form is new, not a document that is filed again. */
  readonly isNew: boolean
  /** Forgets every draft of the form, here and on the server; what stands in it is left. */
  clearDrafts(): Promise<void>
}

/** A section by a module below a file of a document under review. */
interface FileSection {
  readonly id: string
  readonly component: LazyExoticComponent<ComponentType<{ readonly document: string; readonly file: string }>>
}

/** A source by a module that fills in rows, at the bottom of a table in the form. Rendered inside the form store's provider. */
interface RowSource {
  readonly id: string
  /** Role of a column; the source applies to tables that have it. */
  readonly of: FieldRole
  readonly component: LazyExoticComponent<ComponentType<{ readonly table: string }>>
}

/** A suggestion by a module below a cell in the form. Rendered inside the form store's provider. */
interface CellOffer {
  readonly id: string
  /** Role of the column. */
  readonly of: FieldRole
  readonly component: LazyExoticComponent<ComponentType<{ readonly cell: CellName }>>
}

/** Column roles that summarise a row, on cards and in read-only tables. */
export interface RowSummary {
  readonly id: string
  /** Role of the row's amount; other amounts with the same value are hidden in read-only tables. */
  readonly amount?: FieldRole
  /** Roles of two columns that title a row together, like a route: `Shanghai → Suzhou`. */
  readonly ends?: readonly [from: FieldRole, to: FieldRole]
}

/** A section of the message centre by a module, next to the messages. */
interface CentreSection {
  readonly id: string
  readonly component: LazyExoticComponent<ComponentType>
}

/** A tab of a person's profile by a module. */
interface ProfileSection {
  readonly id: string
  readonly title: Label
  readonly component: LazyExoticComponent<ComponentType>
}

/** The configuration of the product in the browser, passed to the shell. */
export interface AppConfig {
  readonly brand: Label
  readonly pages: readonly PageRoute[]
  readonly home?: readonly HomeSection[]
  readonly overview?: readonly OverviewSection[]
  readonly listSections?: readonly ListSection[]
  readonly documentFigures?: readonly FigureSection[]
  readonly documentBlocks?: readonly BlockSection[]
  /** Loaders of the field kinds of modules. */
  readonly kinds?: readonly (() => Promise<DrawnKind>)[]
  /** Components of single fields, by name. */
  readonly fieldComponents?: Readonly<Record<string, FieldComponents>>
  /** Document marks of modules: pills on rows and pages, quick filters of lists. */
  readonly documentMarks?: readonly DocumentMark[]
  readonly rowSummaries?: readonly RowSummary[]
  readonly rowSources?: readonly RowSource[]
  readonly cellOffers?: readonly CellOffer[]
  readonly formOffers?: readonly FormOffer[]
  readonly documentActions?: readonly DocumentActionButton[]
  readonly documentLinks?: readonly DocumentLink[]
  readonly fileSections?: readonly FileSection[]
  readonly messageCentre?: readonly CentreSection[]
  readonly profile?: readonly ProfileSection[]
  /** Refine resources that modules register in addition to declared ones. */
  readonly refineResources?: readonly ResourceProps[]
  /** Loads the declarations of the modules, after the first screen. */
  declarations(): Promise<DeclarationSource>
  /** Texts in addition to those of the shell and the plugins. */
  readonly texts?: readonly TextSource[]
  /** Master data to preload at start-up, in addition to the shell's own. */
  readonly reads?: readonly SessionRead<unknown>[]
}
