import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  borrow: { cn: '借阅', en: 'Borrow' },
  renew: { cn: '续借', en: 'Renew' },
  takeBack: { cn: '归还', en: 'Return' },
  history: { cn: '记录', en: 'History' },
  borrowName: { cn: '借阅《{name}》', en: 'Borrow “{name}”' },
  renewName: { cn: '续借《{name}》', en: 'Renew “{name}”' },
  takeBackName: { cn: '登记《{name}》归还', en: 'Record the return of “{name}”' },
  historyName: { cn: '《{name}》的借阅记录', en: 'Loan history of “{name}”' },
  renewAsk: { cn: '续借《{name}》？', en: 'Renew “{name}”?' },
  renewText: { cn: '应还时间将延长，续借次数有限', en: 'The due date is extended. Renewals are limited' },
  takeBackAsk: { cn: '登记《{name}》归还？', en: 'Record the return of “{name}”?' },
  takeBackText: { cn: '图书将恢复为可借', en: 'The book becomes available again' },
  cancel: { cn: '取消', en: 'Cancel' },
  renewed: { cn: '已续借', en: 'Renewed' },
  returned: { cn: '已归还', en: 'Returned' },
})
