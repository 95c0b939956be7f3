import type { ResourceProps } from '@refinedev/core'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { Http } from '#providers/http.ts'
import type { TextSource } from '#providers/i18n.ts'
import type { FieldRole } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { DocumentMark } from '#kernel/plugin.ts'
import type { DocumentActionDialogProps } from './detail/dialogs/dialog-props.ts'
import type { CellName } from './form/store/cell.ts'
import type { DeclarationSource } from './routing/declaration-source.ts'
import type { LazyPage } from './routing/chunks.ts'
import type { SessionRead } from './start/reads.ts'
import type { TabLocation } from './tabs/model.ts'

/** A page that a plugin (or the shell) draws itself. */
export interface PageRoute {
  /** Pattern of the router, e.g. `/budget/:year`. */
  readonly path: string
  readonly title: Label
  /** Made with `lazy`, so that the page is a chunk of its own. */
  readonly component: LazyPage<object> | LazyExoticComponent<ComponentType> | ComponentType
  /** Without it the page answers "no view permission". */
  readonly needs?: Permission
  /** Pages with the same name share one open tab; default: one tab per address. */
  readonly tab?: string
  /** Call that answers `{ count }`, asked by whoever may open the page: the number stands behind its entry in the menu. */
  readonly counts?: string
  /** It needs the width of the menu, which is folded while the page is shown. */
  readonly isWide?: true
  /** Asks for the page's first data while its link is pressed ({@link Http.prefetch}). */
  ask?(http: Http, place: TabLocation): void
  /** Loaded once the first page is at rest, since it is where most people go next. */
  readonly isNext?: true
}

/** A part of the home page that a module draws; it draws nothing where it has nothing to say to this person. */
export interface HomeSection {
  readonly id: string
  readonly component: LazyExoticComponent<ComponentType>
  /**
   * Above or below the person's own latest requests; `top` and `main`: wide, above and below what waits for a decision; `greeting`: a few
   * words of the line below the greeting.
   */
  readonly place: 'first' | 'last' | 'top' | 'main' | 'greeting'
  /** Among those of its place, the smaller first; 0 unless said. */
  readonly order?: number
}

/** A part of the finance overview that a module draws, above its pages. */
export interface OverviewSection {
  readonly id: string
  readonly component: LazyExoticComponent<ComponentType>
}

/** A section that a module draws above the list of a kind of records, which may be another module's. */
export interface ListSection {
  readonly id: string
  /** Name of the resource. */
  readonly resource: string
  readonly component: LazyExoticComponent<ComponentType>
  readonly needs: Permission
}

/** Figures that a module draws of a document: on its form, and in the dialog that passes it. They stand within the form's store. */
export interface FigureSection {
  readonly id: string
  /** `isChecked`: the document's exceptions are said beside it, so that a module leaves out what it has said there. */
  readonly component: LazyExoticComponent<ComponentType<{ readonly document?: string; readonly isChecked?: boolean }>>
}

/** The parts that a module draws in place of the fields of a block; each stands within the form's store. */
export interface BlockParts {
  /** On the form. */
  readonly entry: LazyExoticComponent<ComponentType>
  /** On the document's page, and beside a list. */
  readonly reading: LazyExoticComponent<ComponentType>
  /** In the head of its page: a term and its description. */
  readonly fact: LazyExoticComponent<ComponentType>
  /** In the line that a dialog says of the document. */
  readonly remark: LazyExoticComponent<ComponentType>
  /** In a dialog that ends a document in force, after what follows from that: {@link EndingNote}. */
  readonly ending: LazyExoticComponent<ComponentType>
}

/** A block of fields, named by their roles, with what a module draws of it. */
export interface BlockSection extends BlockParts {
  readonly id: string
  /** Roles of the fields in whose place it stands; it is shown while one of its tables has a row. */
  readonly of: readonly FieldRole[]
}

/** A module's action on a document: a button of the document's page while its server half offers it, and the dialog that it opens. */
export interface DocumentActionButton {
  /** Of the action in the server half. */
  readonly id: string
  readonly title: Label
  readonly dialog: LazyPage<DocumentActionDialogProps>
}

/** A section of a module about a document's file, below it where the document is reviewed. */
export interface FileSection {
  readonly id: string
  readonly component: LazyExoticComponent<ComponentType<{ readonly document: string; readonly file: string }>>
}

/** A source from which a module fills rows of a table, at the foot of the table while its form is filled in; within the form's store. */
export interface RowSource {
  readonly id: string
  /** Tables that it is for have a column with this role. */
  readonly of: FieldRole
  readonly component: LazyExoticComponent<ComponentType<{ readonly table: string }>>
}

/** An offer of a module below a cell with a role, while its form is filled in; within the form's store. */
export interface CellOffer {
  readonly id: string
  /** Role of the column. */
  readonly of: FieldRole
  readonly component: LazyExoticComponent<ComponentType<{ readonly cell: CellName }>>
}

/** The columns by whose roles a row is summarised: on a card, or where rows are read. */
export interface RowSummary {
  readonly id: string
  /** The amount of a row; other amounts that say the same are left out where rows are read. */
  readonly amount?: FieldRole
  /** Two columns that name a row together, as the ends of a way: `Shanghai → Suzhou`. */
  readonly ends?: readonly [from: FieldRole, to: FieldRole]
}

/** A part of the message centre that a module draws, beside the messages. */
export interface CentreSection {
  readonly id: string
  readonly component: LazyExoticComponent<ComponentType>
}

/** A part of a person's profile that a module draws, on a tab of its own. */
export interface ProfileSection {
  readonly id: string
  readonly title: Label
  readonly component: LazyExoticComponent<ComponentType>
}

/** The configuration of this product in the browser: handed to the shell by the composing registry. */
export interface AppConfig {
  readonly brand: Label
  readonly pages: readonly PageRoute[]
  readonly home?: readonly HomeSection[]
  readonly overview?: readonly OverviewSection[]
  readonly listSections?: readonly ListSection[]
  readonly documentFigures?: readonly FigureSection[]
  readonly documentBlocks?: readonly BlockSection[]
  /** Marks of documents that modules declare: pills of rows and pages, quick filters of lists. */
  readonly documentMarks?: readonly DocumentMark[]
  readonly rowSummaries?: readonly RowSummary[]
  readonly rowSources?: readonly RowSource[]
  readonly cellOffers?: readonly CellOffer[]
  readonly documentActions?: readonly DocumentActionButton[]
  readonly fileSections?: readonly FileSection[]
  readonly messageCentre?: readonly CentreSection[]
  readonly profile?: readonly ProfileSection[]
  /** Resources of Refine that modules register beside their declared records. */
  readonly refineResources?: readonly ResourceProps[]
  /** Loads the declarations of the modules; asked for after the first screen. */
  declarations(): Promise<DeclarationSource>
  /** Texts beside the shell's and the plugins' own. */
  readonly texts?: readonly TextSource[]
  /** Masters that start-up fills the caches with, beside the shell's own. */
  readonly reads?: readonly SessionRead<unknown>[]
}
