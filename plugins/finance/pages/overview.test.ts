import { describe, expect, it } from 'vitest'
import type { MenuNode } from '#shell/start/answers.ts'
import { overviewPath, sectionsOf } from './overview.ts'

const page = (path: string): MenuNode => ({ id: path, type: 'C', name: path, nameEn: path, path })
const directory = (id: string, ...paths: readonly string[]): MenuNode => ({ id, type: 'M', name: id, nameEn: id,
  children: paths.map(page) })

describe('the overview', () => {
  it('shows what the menu offers, wherever it lies, in its own order', () => {
    const found = sectionsOf([directory('finance', overviewPath, '/currency-department', '/exchange-management'),
      directory('projects', '/project-management')])
    expect(found.map(({ key, entries }) => [key, entries.map(({ path }) => path)])).toEqual([
      ['money', ['/exchange-management', '/currency-department']],
      ['centres', ['/project-management']],
    ])
  })

  it('keeps what an administrator put beside it, and nothing of other directories', () => {
    const found = sectionsOf([directory('finance', overviewPath, '/own-page'), directory('system', '/oa-user')])
    expect(found.map(({ key, entries }) => [key, entries.map(({ path }) => path)])).toEqual([['more', ['/own-page']]])
  })
})
