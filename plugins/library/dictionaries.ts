import type { Dictionary } from '#kernel/plugin.ts'
import { count, days, dictionary, oneOf, parameters } from '#plugins/forms/kit.ts'

/** Dictionaries of books, and the limits of borrowing. */
export const dictionaries: readonly Dictionary[] = [
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
