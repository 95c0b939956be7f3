import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { book } from './book.ts'
import { bookLoan } from './book-loan.ts'
import { bookLocation } from './book-location.ts'
import { dictionaries } from './dictionaries.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { canBook, canBorrow, canLocation } from './permissions.ts'
import { bookAdd } from './types/bookAdd/index.ts'
import { bookBorrow } from './types/bookBorrow/index.ts'
import { bookDue, bookOverdue } from './message-kinds.ts'

const forms = [bookBorrow, bookAdd]

export default definePlugin({
  id: 'library',
  requires: ['documents', 'forms', 'system'],
  permissions: [...[canBook, canLocation, canBorrow].flatMap((can) => Object.values(can)),
    ...forms.flatMap(({ key }) => Object.values(formPermissions(key)))],
  resources: [book, bookLocation, bookLoan],
  forms,
  formGroups: [{ id: 'library', cn: '图书馆', en: 'Library', sort: 100 }],
  dictionaries,
  roles: [{ key: 'librarian', cn: '图书管理员', en: 'Librarian', sort: 46 }],
  menus: [
    { id: 'library', cn: '图书馆', en: 'Library', icon: 'read', sort: 60 },
    { id: 'books', parent: 'library', cn: '图书', en: 'Books', icon: 'book', path: book.path, needs: canBook.view, sort: 10 },
    { id: 'book-history', parent: 'library', cn: '借阅记录', en: 'Borrow history', icon: 'history', path: bookLoan.path,
      needs: canBorrow.view, sort: 20 },
    { id: 'book-locations', parent: 'library', cn: '图书位置', en: 'Book locations', icon: 'environment', path: bookLocation.path,
      needs: canLocation.view, sort: 30 },
  ],
  messageKinds: [bookDue, bookOverdue],
  locales: { cn, en },
})
