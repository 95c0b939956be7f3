import declarations from '#resources/declarations.ts'
import servers from '#resources/server.ts'
import { type CountedPage, pagesOfProduct } from './counted-page.ts'

/** The pages of statistics of the product, each with the register that it counts. */
export const statisticsPages = pagesOfProduct({ plugins: declarations, servers })

/** A page of a module with the register that it counts. */
export const counted = ({ key }: { readonly key: string }): CountedPage => statisticsPages.find((page) => page.key === key)!
