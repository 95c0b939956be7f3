import { expect, it } from 'vitest'
import { expressionProblems, problemsOf } from '#kernel/composition/problems.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import plugins from '#resources/declarations.ts'
import { statisticsPages } from '#plugins/statistics/extension-points.ts'
import { companyPlugin, designedForm, newContent } from './company.ts'
import { libraryForm } from './library/design.ts'
import { library } from './library/library.ts'
import { visit } from './model/testing-content.ts'
import { formStatistics } from './statistics.ts'

const withFields = (fields: Readonly<Record<string, FieldDefinition>>): Form => ({ ...visit.form, designed: { urlPage: 'visitor' },
  fields: { ...visit.form.fields, ...fields } })

it('adds up amounts and numbers, and groups by choices, people and records', () => {
  const page = formStatistics(
    withFields({ host: { kind: 'person', cn: '接待人', en: 'Host' },
      room: { kind: 'reference', to: 'registerRooms', cn: '会议室', en: 'Room' }, car: { kind: 'switch', cn: '驾车', en: 'By car' },
      persons: { kind: 'integer', cn: '人数', en: 'Visitors' }, department: { kind: 'department', cn: '去哪里', en: 'Where to' } }),
  )
  expect([page.key, page.path, page.call, page.cn, page.en]).toEqual(['dynamicForm:visitor', '/form-statistics/visitor',
    '/oaserver/form-statistics/visitor', '访客申请统计', 'Visitor pass statistics'])
  expect(page.facts[0]).toMatchObject({ at: 'filing', measures: { filed: '1', f_fee: 'feeRmb', f_total: 'totalRmb', f_persons: 'persons' },
    dimensions: { state: 'state', f_zone: 'zone', f_host: 'host', f_room: 'room', f_department: 'department',
      f_car: { of: 'if car = true then "1" else "0"' } } })
  expect(page.dimensions['f_zone']).toMatchObject({ cn: '进入生产区', of: { values: { '1': { cn: '是', en: 'Yes' } } } })
  expect(page.headline).toEqual(['filed', 'completed', 'f_fee', 'f_total', 'f_persons'])
})

it('counts no confidential field', () => {
  const fields = visit.form.fields
  const page = formStatistics(
    withFields({ fee: { ...fields['fee']!, visibleTo: { nodes: ['start'] } },
      zone: { ...fields['zone']!, visibleTo: { nodes: ['start'] } } }),
  )
  expect(JSON.stringify(page)).not.toMatch(/f_fee|f_zone/)
})

it.each(library.map((ready) => [ready.key, ready] as const))('%s: has a page that fits into the product', (key, ready) => {
  const { prefix, group, cn, en } = ready
  const content = newContent({ urlPage: key, prefix, group, cn, en }, libraryForm(ready))
  const company = companyPlugin([content], [], plugins)
  expect(problemsOf(company, [...plugins, company])).toEqual([])
  const [page] = statisticsPages.in([company])
  const { fields } = designedForm(content)
  const read = page!.facts.flatMap((
    { measures, dimensions = {} },
  ) => [...Object.values(measures), ...Object.values(dimensions).flatMap((from) => (typeof from === 'string' ? [] : from.of))])
  expect(read.flatMap((feel) => expressionProblems(feel, { fields }, ''))).toEqual([])
  expect(page!.headline.filter((name) => page!.measures[name]?.hint === undefined)).toEqual([])
  expect([company.menus, company.permissions]).toMatchObject([[{ path: `/form-statistics/${key}`, needs: `stat:dynamicForm:${key}:view` }],
    expect.arrayContaining([`stat:dynamicForm:${key}:view`, `stat:dynamicForm:${key}:export`])])
})
