import type { ModulesOfProduct } from '#server/plugin.ts'
import { pagesAmong } from '../pages-among.ts'
import type { StatisticsPage } from '../statistics-page.ts'
import { statisticsRegisters } from './extension-points.ts'
import type { Register } from './register.ts'

/** A page with the register that it counts. */
export interface CountedPage extends StatisticsPage {
  /** If absent, facts of documents are counted. */
  readonly entries: Register | undefined
}

/** The statistics pages of a product in menu order. @throws Error if no module contributes a page's register */
export function pagesOfProduct({ plugins, servers }: ModulesOfProduct): readonly CountedPage[] {
  const registers = new Map(statisticsRegisters.in(servers).map((register) => [register.name, register]))
  return pagesAmong(plugins).map((page) => {
    if (page.register === undefined) return { ...page, entries: undefined }
    const entries = registers.get(page.register)
    if (!entries) throw new Error(`No module contributes the register ${page.register} of the page ${page.key}`)
    return { ...page, entries }
  })
}
