import { expect, it } from 'vitest'
import { calculated, defineFields, number, select, table, text, toggle } from '../../fields.ts'
import { approve, defineFlow, initiator } from '../../flow.ts'
import { defineForm, type Form } from '../../form.ts'
import { rule } from '../../rules.ts'
import { conditionFindings } from './absence-findings.ts'
import { formFindings } from '../form-findings.ts'

const label = { cn: '甲', en: 'A' }
const named = (en: string) => ({ cn: en, en })
const options = [{ value: '1', cn: '一', en: 'One' }, { value: '2', cn: '二', en: 'Two' }]

const fields = defineFields({
  kind: select({ ...named('kind'), required: true, options }),
  grade: select({ ...named('grade'), options }),
  other: select({ ...named('other'), options }),
  off: toggle(named('off')),
  note: text({ ...named('note'), required: 'kind = "1" and off = true' }),
  dated: text({ ...named('dated'), required: true, visible: 'kind = "1"' }),
  half: calculated({ ...named('half'), result: 'number', value: 'number(grade) / 2' }),
  total: calculated({ ...named('total'), result: 'number', value: 'sum(items[pack != null].pack)' }),
  items: table({ ...named('items'), columns: { least: number({ ...named('least'), required: true }), pack: number(named('pack')) } }),
})
const found = (source: string, each?: string) =>
  conditionFindings(source, { fields, table: each }, 'when').map(({ text: { en } }) => /“(\w+)” is empty/.exec(en)?.[1] ?? en)

it.each([
  'grade != "1"',
  'not(grade = "1")',
  'not(grade in ("1", "2"))',
  'not(list contains(["1"], grade))',
  'kind = "1" and grade != "1"',
  'grade = "1" or grade != "2"',
  'grade = other',
  'if kind = "1" then grade != "1" else false',
  'not(grade = "1" and kind = "1")',
])('%s holds while the grade is empty', (source) => expect(found(source)).toContain('grade'))

it.each([
  'grade = "1"',
  'grade = null or grade != "1"',
  'grade != null and grade != "1"',
  'not(grade = null) and not(grade = "1")',
  'grade in ("1", "2") and grade != "1"',
  'if grade = null then false else grade != "1"',
  'kind != "1"',
  'kind = grade',
  'off != true',
  'kind = "1" and off = true and note != "x"',
  'total != 100',
  'not(number(grade) < 3)',
  'not(grade = null or grade = "1")',
  'count(items[pack != null and pack != 1]) > 0',
])('%s says what holds while something is empty', (source) => expect(found(source)).toEqual([]))

it('reads rows, what is calculated and what is hidden', () => {
  expect(found('pack <= 0 or modulo(least, pack) != 0', 'items')).toEqual(['pack'])
  expect(found('pack <= 0 or (pack != null and modulo(least, pack) != 0)', 'items')).toEqual([])
  expect(found('header.grade != "1"', 'items')).toEqual(['grade'])
  expect(found('item.pack != 1', 'items')).toEqual(['pack'])
  expect(found('some i in items satisfies i.pack != 1')).toEqual(['pack'])
  expect(found('count(items[pack != 1]) > 0')).toEqual(['pack'])
  expect(found('half != 1')).toEqual(['half'])
  expect(found('dated != "x"')).toEqual(['dated'])
})

it('names the field and the remedy', () => {
  expect(conditionFindings('some i in items satisfies i.pack != 1', { fields }, 'when')).toEqual([{ where: 'when', text: {
    cn: '“pack”未填时条件也成立：请加上“i.pack != null and …”，若确为此意，写明“i.pack = null or …”',
    en: 'It holds while “pack” is empty: add “i.pack != null and …”, or, if that is meant, “i.pack = null or …”',
  } }])
})

it('is asked of every condition of a form, not of what it calculates', () => {
  const always = approve('check', initiator, { ...label, confirms: true })
  const of = (more: Partial<Form>) =>
    formFindings(
      defineForm({ key: 'sheet', ...label, path: '/sheet', prefix: 'S', group: 'it', icon: 'file', fields, flow: defineFlow([always]),
        ...more }),
    ).map(({ where }) => where)
  const broken = 'grade != "1"'
  expect(of({})).toEqual([])
  expect(of({ rules: [rule('S-1', { ...label, when: broken })] })).toEqual(['rules › S-1 › when'])
  expect(of({ flow: defineFlow([always, approve('sign', initiator, { ...label, confirms: true, when: broken })]) })).toEqual([
    'flow › sign › when',
  ])
  const field = (more: object) => of({ fields: defineFields({ ...fields, extra: text({ ...label, ...more }) }) })
  for (const attribute of ['required', 'visible', 'locked'] as const)
    expect(field({ [attribute]: broken })).toEqual([`extra › ${attribute}`])
  expect(field({ default: `if ${broken} then "x" else null` })).toEqual([])
})
