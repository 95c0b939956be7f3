import { defineReadProbes } from '#server/architecture-tests/probes.ts'

export default defineReadProbes({
  same: ['GET /budgetservice/exchangeRate/current', 'GET /budgetservice/exchangeRate/year/:year',
    'GET /budgetservice/exchangeRate/changes'],
  requests: {
    'GET /budgetservice/exchangeRate/current': ['GET', '/budgetservice/exchangeRate/current?currency=CNY'],
    'GET /budgetservice/exchangeRate/year/:year': ['GET', '/budgetservice/exchangeRate/year/2026'],
    'GET /budgetservice/exchangeRate/changes': ['GET', '/budgetservice/exchangeRate/changes?currency=USD&yearMonth=2026-11'],
  },
})
