import type { FastifyInstance } from 'fastify'
import { todayOf } from '#kernel/values/dates.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { areas } from './areas.ts'
import { riskAreas } from './risk-areas.ts'

/** Calls for areas, countries, regions, areas at risk today and plants; for all signed-in users. */
export function areaRoutes(app: FastifyInstance, { db, clock }: Host): void {
  const config = { access: signedIn, resource: 'area' } as const
  app.get('/public/area/json', { config }, () => areas(db).tree())
  app.get('/public/area/countries', { config }, () => areas(db).countries())
  app.get('/public/regions/list', { config }, () => areas(db).regions())
  app.get('/public/area/riskLevel', { config }, () => riskAreas(db, todayOf(clock.now())))
  app.get('/public/factory/factorys', { config: { access: signedIn, resource: 'factory' } }, async () => {
    const rows = await db.selectFrom('factory').select(['code', 'name_cn', 'name_en', 'enterprise_id']).where('del_flag', '=', 0).where(
      'enable',
      '=',
      true,
    ).orderBy('code')
      .execute()
    return rows.map((row) => ({ code: row.code, name: row.name_cn, nameEn: row.name_en, enterpriseId: row.enterprise_id }))
  })
}
