import { sql } from 'kysely'
import { defineReadProbes, ownText, ownTextIn, owner } from '#server/architecture-tests/probes.ts'

export default defineReadProbes({
  plant: (db) =>
    sql`insert into payee_account (id, owner_type, owner_id, account_name, account_no, bank, proceeds_account_type, currency_type)
      values ('p', 'user', ${owner}, ${ownText}, '6222021234567890', '工行', '2', 'CNY')`
      .execute(db),
  same: ['GET /public/bank/list'],
  own: { 'GET /oaserver/payeeAccount/list': ownTextIn('GET', '/oaserver/payeeAccount/list') },
})
