import type { TestProduct } from '#server/documents/testing.ts'

/** Keeps the window of the month's start open on the day of the tests, as finance does. */
export async function openWindow(product: TestProduct): Promise<void> {
  const finance = product.as('finance')
  const { data } = await finance.get<readonly { key: string; parameters: readonly { name: string; value: number; version: number }[] }[]>(
    '/budgetservice/parameter/list',
  )
  const until = data.find(({ key }) => key === 'salesForecast')?.parameters.find(({ name }) => name === 'startUntil')
  if (!until || until.value === 31) return
  await finance.put('/budgetservice/parameter/salesForecast', { changes: [{ name: 'startUntil', value: 31, version: until.version }] })
}
