import * as fc from 'fast-check'
import { fieldAt } from '#kernel/evaluate/path.ts'
import { calculated, date, defineFields, money, radio, table, text, textarea } from '#kernel/fields.ts'
import { approve, defineFlow, departmentHead, exclusive, initiator } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { FormContent } from '../wire.ts'
import { copyField, fieldsIn, freshKey, insertField, isHeaderField, moveField, nudgeField, partsOf, pathOf, sectionIds } from './content.ts'
import { changeKind } from './kinds.ts'
import { renameField } from './references.ts'

/** Sample form: a visitor pass whose fields are read by rules, flow, list, print and other fields. */
export const visit: FormContent = {
  urlPage: 'visitor',
  prefix: 'FK',
  group: 'administration',
  starters: { people: [], departments: [], roles: [] },
  form: defineForm({
    key: 'dynamicForm:visitor',
    cn: '访客申请',
    en: 'Visitor pass',
    path: '/dynamic-form-visitor',
    prefix: 'FK',
    group: 'administration',
    icon: 'idcard',
    columns: ['company', 'arrival'],
    subject: ['company', { from: 'arrival', to: 'departure' }],
    sections: [{ id: 'visit', cn: '来访', en: 'Visit' }, { id: 'people', cn: '来访人员', en: 'Visitors' }],
    fields: defineFields({
      company: text({ cn: '来访单位', en: 'Company', required: true, section: 'visit', span: 2 }),
      arrival: date({ cn: '到访日期', en: 'Arrival', required: true, section: 'visit' }),
      departure: date({ cn: '离开日期', en: 'Departure', section: 'visit' }),
      zone: radio({ cn: '进入生产区', en: 'Production area', section: 'visit', default: '"0"',
        options: [{ value: '1', cn: '是', en: 'Yes' }, { value: '0', cn: '否', en: 'No' }] }),
      agreement: text({ cn: '保密协议编号', en: 'NDA number', required: 'zone = "1"', section: 'visit' }),
      fee: money({ cn: '接待费', en: 'Cost', section: 'visit', visible: 'days(arrival, departure) > 1' }),
      visitors: table({ cn: '来访人员', en: 'Visitors', required: true, section: 'people', span: 4,
        columns: { name: text({ cn: '姓名', en: 'Name', required: true }),
          zone: text({ cn: '区域', en: 'Area', visible: 'header.zone = "1" and len(name) > 0' }),
          cost: money({ cn: '费用', en: 'Cost' }) } }),
      total: calculated({ cn: '合计', en: 'Total', result: 'money', value: 'sum(visitors[zone != null and cost > 0].cost)',
        section: 'people' }),
      note: textarea({ cn: '说明', en: 'Note', section: 'people', span: 4 }),
    }),
    rules: defineRules([
      rule('R1', { when: 'zone = "1" and agreement = null', fields: ['agreement'], cn: '没有协议不得进入生产区',
        en: 'No area without an NDA' }),
      rule('R2', { each: 'visitors', when: 'cost > header.fee and item.zone = "a"', fields: ['cost'], cn: '费用过高',
        en: 'Too expensive' }),
      rule('R3', { when: 'some v in visitors satisfies v.cost > feeRmb', fields: ['visitors'], level: 'warn', cn: '费用', en: 'Cost' }),
    ]),
    flow: defineFlow([
      exclusive('areas', [{ when: 'zone = "1"',
        steps: [approve('guard', initiator, { cn: '安保', en: 'Security', edits: ['visitors.zone'] })] }]),
      approve('host', departmentHead(), { cn: '接待', en: 'Host', when: 'fee > 100', decidesOn: ['fee', 'zone'] }),
    ]),
    print: { omit: ['note', 'people'] },
  }),
}

/** A change of a design that keeps its references. */
export type Refactoring = (content: FormContent) => FormContent

/** An item by a number of any size. */
export const at = <Item>(items: readonly Item[], number: number): Item => items[number % items.length]!

const paths = ({ form: { fields } }: FormContent): readonly string[] =>
  Object.entries(fields).flatMap(([key, { columns = {} }]) => [key, ...Object.keys(columns).map((column) => `${key}.${column}`)])

/** Random refactorings: renaming, moving, copying, and another kind for fields whose keys begin with `extra`. */
export const refactorings: fc.Arbitrary<Refactoring> = fc.oneof(
  fc.tuple(fc.nat(100), fc.stringMatching(/^[a-z][A-Za-z0-9]{1,8}$/)).map(([number, name]): Refactoring => (content) => {
    const path = at(paths(content), number)
    const { table } = partsOf(path)
    return isHeaderField(path) ? content : renameField(content, path, freshKey(fieldsIn(content, table), name))
  }),
  fc.tuple(fc.nat(100), fc.nat(10), fc.boolean()).map(([number, place, isNudge]): Refactoring => (content) => {
    const path = at(paths(content), number)
    const { table } = partsOf(path)
    if (isNudge) return nudgeField(content, path, place % 2 === 0 ? 1 : -1)
    return moveField(content, path, table === undefined ? { section: at(sectionIds(content), place) } : { table })
  }),
  fc.nat(100).map((number): Refactoring => (content) => copyField(content, at(paths(content), number)).content),
  fc.tuple(fc.nat(100), fc.constantFrom('textarea', 'text', 'number', 'datetime')).map(([number, kind]): Refactoring => (content) => {
    const path = at(paths(content).filter((each) => each.startsWith('extra')), number)
    const field = path === undefined ? undefined : fieldAt(content.form.fields, path)
    if (path === undefined || !field) return content
    const { table, key } = partsOf(path)
    const next = changeKind(field, kind as 'text').field
    return insertField(content, key, next, { section: field.section, table, before: behind(content, path) })
  }),
)

const behind = (content: FormContent, path: string): string | undefined => {
  const { table, key } = partsOf(path)
  const keys = Object.keys(fieldsIn(content, table))
  const next = keys[keys.indexOf(key) + 1]
  return next === undefined || pathOf(table, next) === path ? undefined : next
}
