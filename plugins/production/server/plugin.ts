import { z } from 'zod'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Refused } from '#kernel/errors.ts'
import { formPermissions } from '#kernel/form.ts'
import { needs } from '#server/http/access.ts'
import { defineServer } from '#server/plugin.ts'
import { materialRequisition } from '../types/materialRequisition/index.ts'
import { developments } from './developments.ts'
import { forecastRoutes } from './forecast-calls.ts'
import { forecasts, forecastsRead } from './forecasts.ts'
import { componentsOf, expandedRow, requisitions } from './requisitions.ts'
import { samples } from './samples.ts'

const setQuery = z.object({ factory: z.string().max(64), setMaterial: z.string().max(64),
  setCount: z.coerce.number().int().min(1).max(99_999) })

export default defineServer({
  id: 'production',
  contributes: [samples],
  callNames: { subjects: { production: { cn: '生产', en: 'Production' } }, operations: {
    '/oaserver/production/setComponents': { cn: '展开套料', en: 'Expand a set' },
    '/oaserver/production/forecastLines': { cn: '带出上月产品', en: 'Take last month’s products' },
    '/oaserver/production/clearFigures': { cn: '清除预测的SAP数据缓存', en: 'Clear the SAP figures of a forecast' },
    '/oaserver/production/salesForecastingMonthStart/workbook': { cn: '下载月初预测明细', en: 'Download month-start forecast lines' },
    '/oaserver/production/salesForecastingMonthMid/workbook': { cn: '下载月中预测明细', en: 'Download mid-month forecast lines' },
  } },
  extensions: [requisitions, forecasts, developments],
  routes(app, host) {
    forecastsRead(host.env, host.external)
    forecastRoutes(app, host)
    app.withTypeProvider<ZodTypeProvider>().get('/oaserver/production/setComponents', {
      config: { access: needs(formPermissions(materialRequisition.key).add), resource: 'production' },
      schema: { querystring: setQuery },
    }, async ({ query: { setMaterial, setCount } }) => {
      const rows = await componentsOf(host.db, setMaterial, setCount)
      if (rows.length === 0) throw new Refused('production.noComponents')
      return { rows: rows.map(expandedRow), set: {} }
    })
  },
})
