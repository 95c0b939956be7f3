import { defineServer } from '#server/plugin.ts'
import { adding } from './adding.ts'
import { bookRules, locationRules } from './book-rules.ts'
import { bookSource } from './book-source.ts'
import { borrowing } from './borrowing.ts'
import { migrations } from './migrations.ts'
import { bookReminders } from './reminders.ts'
import { routes } from './routes.ts'

export default defineServer({
  id: 'library',
  callNames: {
    operations: { '/oaserver/book/:id/renew': { cn: '续借', en: 'Renew' }, '/oaserver/book/:id/return': { cn: '归还', en: 'Return' } },
  },
  migrations,
  routes,
  records: { book: bookRules, bookLocation: locationRules },
  references: { book: bookSource },
  extensions: [borrowing, adding],
  jobs: [bookReminders],
})
