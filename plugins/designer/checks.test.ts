import { expect, it } from 'vitest'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { formFaults } from './model/findings.ts'
import { fieldOf } from './model/content.ts'
import { visit } from './model/testing-content.ts'
import { keyProblem, renameField } from './model/references.ts'
import plugins from '#resources/declarations.ts'
import { designProblems } from './checks.ts'
import { designedForm, newContent } from './company.ts'
import { registerProblems } from './registers/checks.ts'
import { newRegister } from './registers/register.ts'
import type { FormContent } from './wire.ts'

const asked = { urlPage: 'outing', prefix: 'WCDJ', group: 'administration', cn: '外出登记', en: 'Outing' }
const ofForm = (key: string) => newContent(asked, plugins.flatMap(({ forms }) => forms).find((form) => form.key === key))

const withField = (key: string, field: Partial<FieldDefinition>): FormContent => {
  const content = newContent(asked, undefined)
  const place: FieldDefinition = { kind: 'text', cn: '地点', en: 'Place', section: 'contents' }
  const before = content.form.fields[key] ?? { kind: 'text', cn: '甲', en: 'A', section: 'contents' }
  return { ...content,
    form: { ...content.form, fields: { ...content.form.fields, place, [key]: { ...before, ...field } as FieldDefinition } } }
}
const places = (content: FormContent) => designProblems(content, plugins).map(({ where }) => where)

it.each([
  ['endTime', { kind: 'time', system: undefined }],
  ['endTime', { value: 'createTime' }],
  ['remark', { required: true }],
  ['remark', { visibleTo: { nodes: ['start'] } }],
  ['title', { kind: 'textarea' }],
] as [string, Partial<FieldDefinition>][])('refuses a field whose place that of every document would take: %s %j', (key, field) => {
  expect(designProblems(withField(key, field), plugins)).toMatchObject([{ where: `fields › ${key}`,
    text: { cn: expect.stringContaining('每张单据都有') as unknown, en: expect.stringContaining('field of every document') as unknown } }])
})

it.each(['(a+)+', '^(\\w+\\s?)*$', '(?:(x|y)*z){2,}', '((a)*)*'])('refuses the pattern %s, whose time may double with each character',
  (pattern) => {
    expect(places(withField('spot', { pattern }))).toEqual(['fields › spot › pattern'])
  })

it.each(['^[A-Z]{2}\\d+$', '(ab)+', '(a+)', '\\(a+\\)+', '[(a+)]+', '^(\\d{4}|X)-?[0-9]*$', '(a{1})+'])('takes the pattern %s',
  (pattern) => {
    expect(places(withField('spot', { pattern }))).toEqual([])
  })

it('takes the patterns of shipped forms', () => {
  const fieldsOf = (fields: Fields): readonly FieldDefinition[] =>
    Object.values(fields).flatMap((field) => [field, ...fieldsOf(field.columns ?? {})])
  const shipped = plugins.flatMap(({ forms }) => forms).flatMap(({ fields }) => fieldsOf(fields)).flatMap(({ pattern }) => pattern ?? [])
  const refused = [...new Set(shipped)].filter((pattern) => places(withField('spot', { pattern })).length > 0)
  expect(refused).toEqual([])
})

it('takes own messages, units and figures of columns, and names what does not fit', () => {
  const label = { cn: '说明', en: 'Words' }
  expect(places(withField('spot', { pattern: '^X$', patternMessage: label }))).toEqual([])
  expect(places(withField('spot', { patternMessage: label }))).toMatchObject([expect.stringContaining('spot')])
  const columns = { hours: { kind: 'number', cn: '时', en: 'h', summary: 'average', unit: label, isName: true } } as const
  expect(places(withField('lines', { kind: 'table', columns, uniqueColumns: ['gone'] }))).toMatchObject([expect.stringContaining('lines')])
  expect(
    places(
      withField('lines', { kind: 'table', columns: { ...columns, name: { kind: 'text', cn: '名', en: 'n' } }, uniqueColumns: ['name'] }),
    ),
  ).toEqual([])
})

it('lets a field of every document be called and placed otherwise', () => {
  expect(places(withField('remark', { cn: '补充', en: 'More', section: 'contents', span: 1, hint: { cn: '选填', en: 'Optional' } })))
    .toEqual([])
  expect(places(withField('spot', {}))).toEqual([])
})

it.each(['header', 'rowId', 'takenFrom', 'createBy', 'currentUser', 'date'])('refuses the word %s as a key', (key) => {
  expect(places(withField(key, {}))).toEqual([`fields › ${key}`])
  expect(keyProblem(visit, 'zone', key)).toBe('reserved')
})

it('says while a field is renamed that every document has the key', () => {
  expect([keyProblem(visit, 'zone', 'endTime'), keyProblem(visit, 'visitors.zone', 'endTime')]).toEqual(['header', undefined])
  expect(fieldOf(renameField(visit, 'zone', 'endTime'), 'zone')).toBeDefined()
})

it('gives the fields of a form that is copied keys of their own, which its conditions follow', () => {
  const { form } = ofForm('taxiApply')
  expect(form.fields['endTime2']).toMatchObject({ kind: 'datetime', required: true })
  expect(form.fields['endTime']).toMatchObject({ system: true, readOnly: true })
  expect(form.rules.map(({ when }) => when).join(' ')).toContain('endTime2')
  expect(formFaults({ form: designedForm({ ...asked, starters: { people: [], departments: [], roles: [] }, form }) })).toEqual([])
  const rows = ofForm('travelReimbursement').form.fields['otherRows']?.columns ?? {}
  expect([Object.hasOwn(rows, 'date'), Object.hasOwn(rows, 'date2')]).toEqual([false, true])
})

it('finds no key of a copied form that a design may not have', () => {
  const refused = plugins.flatMap(({ forms }) => forms).filter(({ key }) =>
    designProblems(ofForm(key), plugins).some(({ text }) => /key/i.test(text.en))
  )
  expect(refused.map(({ key }) => key)).toEqual([])
})

it('refuses a field of a register with a key that every record has', () => {
  const register = newRegister({ page: 'rooms', cn: '会议室', en: 'Rooms' })
  const found = registerProblems({ ...register, fields: { ...register.fields, createTime: { kind: 'date', cn: '启用', en: 'Since' } } },
    plugins)
  expect(found).toMatchObject([{ where: 'fields › createTime', text: { en: expect.stringContaining('Every record') as unknown } }])
})

it('takes no follow-ups over from the form that a design begins as, nor what fields and rules say of them', () => {
  const followed = plugins.flatMap(({ forms }) => forms).filter(({ followUps = [] }) => followUps.length > 0)
  expect(followed.length).toBeGreaterThan(0)
  const texts = followed.flatMap(({ key }) => designProblems(ofForm(key), plugins).map(({ where, text }) => `${key} ${where}: ${text.en}`))
  expect(texts.filter((text) => text.includes('There is no node'))).toEqual([])
})
