/** M directory, C page, F button. */
export type MenuType = 'M' | 'C' | 'F'

/** The path of the menu's page. */
export const menuPage = '/system/menu'

/** An entry of the menu as its administrators keep it. */
export interface MenuNode {
  readonly id: string
  readonly parentId: string | null
  readonly type: MenuType
  readonly name: string
  readonly nameEn: string
  readonly icon: string | null
  readonly path: string | null
  /** The registered page that it opens. */
  readonly component: string | null
  readonly perms: string | null
  /** Its tab keeps what was entered and looked at while another is shown. */
  readonly keepAlive: boolean
  readonly visible: boolean
  readonly enable: boolean
  readonly version: number
  /** A module declares it: it comes back with every start, and so is disabled or hidden, never deleted. */
  readonly isDeclared: boolean
  readonly isMatch: boolean
  readonly children: readonly MenuNode[]
}

/** A page that an entry may open. */
export interface RegisteredPage {
  readonly component: string
  readonly path: string
  readonly cn: string
  readonly en: string
}
