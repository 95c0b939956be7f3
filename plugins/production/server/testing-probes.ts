import { defineReadProbes, type Request } from '#server/architecture-tests/probes.ts'

const workbook = (form: string): Request => ['POST', `/oaserver/production/${form}/workbook`, { lines: [{ m1: 1 }] }]

export default defineReadProbes({
  same: ['GET /oaserver/production/setComponents', 'GET /oaserver/production/forecastLines',
    'POST /oaserver/production/salesForecastingMonthStart/workbook', 'POST /oaserver/production/salesForecastingMonthMid/workbook'],
  requests: {
    'GET /oaserver/production/forecastLines': ['GET',
      '/oaserver/production/forecastLines?forecastMonth=2026-11-01&salesGroup=none&channel=domestic'],
    'POST /oaserver/production/salesForecastingMonthStart/workbook': workbook('salesForecastingMonthStart'),
    'POST /oaserver/production/salesForecastingMonthMid/workbook': workbook('salesForecastingMonthMid'),
  },
})
