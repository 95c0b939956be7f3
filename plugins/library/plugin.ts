import { formPermissions } from '#kernel/form.ts'
import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { count, days, dictionary, oneOf, parameters } from '#plugins/forms/kit.ts'
import { book, bookLoan, bookLocation } from './book.ts'
import { cn, en } from './texts.ts'
import { canBook, canBorrow, canLocation } from './permissions.ts'
import { bookAdd } from './types/bookAdd/index.ts'
import { bookBorrow } from './types/bookBorrow/index.ts'
import { bookDue, bookOverdue } from './message-kinds.ts'

/** Dictionaries of books, and the limits of borrowing. */
const dictionaries: readonly Dictionary[] = [
  dictionary('bookCategory', '图书类别', 'Book category',
    '1 技术/Technology; 2 管理/Management; 3 质量体系/Quality system; 4 人文/Humanities; 5 外语/Languages; 6 标准/Standards; 9 其他/Other'),
  dictionary('bookType', '图书类型', 'Book type', '1 纸质书/Printed; 2 期刊/Periodical; 3 标准资料/Standard document; 4 电子书/E-book'),
  dictionary('bookSource', '图书来源', 'Book source', '1 采购/Purchased; 2 捐赠/Donated; 3 员工分享/Shared by employee'),
  dictionary('bookStatus', '图书状态', 'Book status',
    '1 可借/Available; 2 借出未还/On loan; 3 遗失/Lost; 4 下架/Withdrawn; 5 已预留/Reserved'),
  dictionary('borrowStatus', '借阅状态', 'Loan status',
    '1 待借出/To be collected; 2 借阅中/Borrowed; 3 逾期/Overdue; 4 已归还/Returned; 5 遗失赔偿/Lost, compensated'),
  parameters('libraryRule', { cn: '图书馆规则', en: 'Library rules' }, {
    loanDays: ['30', '借阅天数', 'Loan period', days],
    maxLoans: ['3', '每人最多同时借阅册数', 'Books per person at once', count({ cn: '册', en: 'books' })],
    renewals: ['1', '续借次数', 'Renewals allowed', count({ cn: '次', en: 'times' })],
    renewDays: ['15', '每次续借天数', 'Renewal period', days],
    remindDays: ['3', '到期前几天提醒', 'Remind before due date', days],
    addApproval: ['0', '新增图书是否须审批', 'New books need approval', oneOf(['1', '是', 'Yes'], ['0', '否', 'No'])],
  }),
]

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
