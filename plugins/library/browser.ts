import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { canBook } from './permissions.ts'

const BooksPage = lazyPage(async () => (await import('./pages/BooksPage.tsx')).BooksPage)

export default defineBrowserPlugin({
  id: 'library',
  pages: [
    { path: '/books', title: { cn: '图书', en: 'Books' }, component: BooksPage, needs: canBook.view },
  ],
})
