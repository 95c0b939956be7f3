import declarations from '#resources/declarations.ts'
import { pagesAmong } from './extension-points.ts'

/** The pages of statistics of the product. */
export const statisticsPages = pagesAmong(declarations)
