/** M directory, C page, F button. */
export type MenuType = 'M' | 'C' | 'F'

/** Path of the menu administration page. */
export const menuPage = '/system/menu'

/** A menu entry in the menu administration. */
export interface MenuNode {
  readonly id: string
  readonly parentId: string | null
  readonly type: MenuType
  readonly name: string
  readonly nameEn: string
  readonly icon: string | null
  readonly path: string | null
  /** Component of the registered page that it opens. */
  readonly component: string | null
  readonly perms: string | null
  /** The page keeps its state while another tab is active. */
  readonly keepAlive: boolean
  readonly visible: boolean
  readonly enable: boolean
  readonly version: number
  /** Declared by a module: restored at each start, so it can be disabled or hidden but not deleted. */
  readonly isDeclared: boolean
  readonly isMatch: boolean
  readonly children: readonly MenuNode[]
}

/** A registered page that an entry may open. */
export interface RegisteredPage {
  readonly component: string
  readonly path: string
  readonly cn: string
  readonly en: string
}
