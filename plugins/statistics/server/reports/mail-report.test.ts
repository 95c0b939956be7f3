import { expect, it } from 'vitest'
import { statisticsPermissions } from '#plugins/statistics/statistics-page.ts'
import type { Member, Organisation } from '#server/identity/organisation/organisation.ts'
import { statisticsPages } from '../testing-pages.ts'
import { mayHave } from './reports.ts'

const has = (key: string, ...granted: readonly string[]) =>
  mayHave({ permissions: new Map([['reader', granted]]) } as unknown as Organisation,
    { roles: ['reader'], admin: false } as unknown as Member, { key })

it.each(statisticsPages)('$key goes by mail to whoever may see and export it', ({ key }) => {
  const can = statisticsPermissions(key)
  const others = statisticsPages.filter((page) => page.key !== key).flatMap((page) => Object.values(statisticsPermissions(page.key)))
  expect([has(key, ...others), has(key, can.view), has(key, can.export), has(key, ...Object.values(can)), has(key, '*')]).toEqual([false,
    false, false, true, true])
})
