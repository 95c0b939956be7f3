import { type SqlBool, sql } from 'kysely'
import { permits } from '#kernel/permissions.ts'
import type { RowScope } from '#server/host.ts'
import { can } from '../../journeys/permissions.ts'
import './tables.ts'

/** Scope of journeys by the traveller's main department; a person's own journeys are always visible. */
export const journeyScope: RowScope = {
  cn: '行程',
  en: 'Trips',
  othersNeed: can.view,
  async count(host, db, caller) {
    const scope = caller.admin || permits(caller.permissions, can.view) ? await host.departments(db, caller, 'journey') : []
    const counted = db.selectFrom('journey_record').select((eb) => eb.fn.countAll<string>().as('count')).where('del_flag', '=', 0)
    const inScope = counted.where((
      eb,
    ) => (scope === 'all'
      ? eb.lit(true)
      : eb.or([eb('traveller_id', '=', caller.id), sql<SqlBool>`department_id = any(${[...scope]}::text[])`]))
    )
    const [seen, all] = [await inScope.executeTakeFirstOrThrow(), await counted.executeTakeFirstOrThrow()]
    return { seen: Number(seen.count), all: Number(all.count) }
  },
}
