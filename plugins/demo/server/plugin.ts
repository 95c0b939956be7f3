import { transaction } from '../../../server/database/transaction.ts'
import { hashPassword } from '../../../server/identity/passwords.ts'
import { defineServer, type Host, type Workplace } from '../../../server/plugin.ts'
import { nowOf, instantOf, todayOf } from '../../../src/kernel/dates.ts'
import type { Db } from '../../../server/database/tables.ts'
import { playClaims } from './claims/play.ts'
import { applicationStories } from './applications/stories.ts'
import { tell } from './stories/tell.ts'
import { accounts } from './company/accounts.ts'
import { personId } from './company/save-company.ts'
import { found } from './found.ts'
import { generalStories } from './general/stories.ts'
import { travelStories } from './travel/stories.ts'
import { saveBudgetUse } from './masters/budget-use.ts'
import { playPayments } from './payments/play.ts'

export default defineServer({
  id: 'demo',
  seed,
  demoAccounts: async (db) => ((await isSeeded(db)) ? accounts : []),
})

/** Fills an empty product once: company, masters, then a year of documents. All of it or nothing. */
async function seed(workplace: Workplace): Promise<void> {
  const { host } = workplace
  await transaction(host.db, async (db) => {
    if (await hasPeople(db)) return
    const anchor = anchorOf(host)
    await found(db, host, { day: todayOf(anchor), password: await hashPassword(host.env.demoPassword) })
    await playClaims(workplace, db, anchor)
    await playPayments(workplace, db, anchor)
    await tell({ ...workplace, db, anchor }, await storiesOf(db, anchor))
    await saveBudgetUse(db, anchor)
  })
}

/** The documents of each group of forms. */
const storiesOf = async (db: Db, anchor: Date) => [...(await applicationStories(db, anchor)), ...travelStories(anchor), ...(await generalStories(db, anchor))]

async function isSeeded(db: Db): Promise<boolean> {
  return (await db.selectFrom('sys_user').select('id').where('id', '=', personId('admin')).executeTakeFirst()) !== undefined
}

async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('sys_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The demo company's present: the evening of DEMO_TODAY, or now. */
function anchorOf({ env, clock }: Host): Date {
  const now = clock.now()
  return (env.demoToday && instantOf(`${env.demoToday} ${nowOf(now).slice(11)}`)) || now
}
