import { describe, expect, it } from 'vitest'
import { formProblems } from '#kernel/composition/problems.ts'
import { addSection, changeField, copyField, fieldOf, insertField, isHeaderField, keysIn, moveField, nudgeField, removeField,
  removeSection } from './content.ts'
import { mapExpression } from './expressions.ts'
import { designProblems } from '../checks.ts'
import { findProblems, mergedProblems, placeProblem } from './findings.ts'
import { fieldsFromCells } from './from-cells.ts'
import { edited, fresh, redone, undone } from '#shell/edit-history.ts'
import { changeKind, columnKinds, kindGroups, newField } from './kinds.ts'
import { changesBetween, mergeContents, withParts } from './parts.ts'
import { differenceOf } from './renames.ts'
import { visit } from './testing-content.ts'
import { hasRoom, keyByLabel, keyProblem, renameField, whereUsed } from './references.ts'

const fields = visit.form.fields
const reads = (source: string, table?: string) => {
  const found: string[] = []
  mapExpression(source, { fields, table }, (path) => {
    found.push(path)
    return path
  })
  return found
}

describe('the fields that an expression names', () => {
  it.each([
    ['company = "zone"', undefined, ['company']],
    ['sum(visitors[zone != null and item.cost > 1].cost)', undefined, ['visitors', 'visitors.zone', 'visitors.cost', 'visitors.cost']],
    ['count(visitors[cost > fee]) > 0', undefined, ['visitors', 'visitors.cost', 'fee']],
    ['zone = header.zone', 'visitors', ['visitors.zone', 'zone']],
    ['every v in visitors satisfies v.zone = zone', undefined, ['visitors', 'visitors.zone', 'zone']],
    ['overlap(visitors, "name", "zone") and feeRmb > 1', undefined, ['visitors', 'visitors.name', 'visitors.zone', 'fee']],
    ['{zone: fee}.zone', undefined, ['fee']],
    ['zone = (', undefined, []],
  ])('%s', (source, table, expected) => expect(reads(source, table)).toEqual(expected))

  it('are written anew and leave the rest as it was typed', () => {
    const renamed = mapExpression('zone="1"  and visitors[zone = "zone"].zone[1] != null', { fields, table: undefined },
      (path) => (path === 'zone' ? 'area' : path))
    expect(renamed).toBe('area="1"  and visitors[zone = "zone"].zone[1] != null')
  })
})

describe('renaming a field', () => {
  it('is followed by conditions, rules, flow and rights, and not by a column of the same key', () => {
    const { form } = renameField(visit, 'zone', 'area')
    expect(Object.keys(form.fields)).toEqual(Object.keys(fields).map((key) => (key === 'zone' ? 'area' : key)))
    expect(form.fields['agreement']?.required).toBe('area = "1"')
    expect(form.fields['visitors']?.columns?.['zone']?.visible).toBe('header.area = "1" and len(name) > 0')
    expect(form.rules.map(({ when }) => when)).toEqual(['area = "1" and agreement = null', 'cost > header.fee and item.zone = "a"',
      'some v in visitors satisfies v.cost > feeRmb'])
    expect(form.flow.steps).toMatchObject([{ branches: [{ when: 'area = "1"', steps: [{ edits: ['visitors.zone'] }] }] }, {
      decidesOn: ['fee', 'area'],
    }])
    expect(formProblems(form)).toEqual(formProblems(visit.form))
  })

  it('of a table, of a column, of an amount and of what list and print name is followed as well', () => {
    const { form } = renameField(
      renameField(renameField(renameField(visit, 'visitors', 'guests'), 'guests.cost', 'price'), 'fee', 'budget'),
      'note',
      'remarks',
    )
    expect(form.fields['total']?.value).toBe('sum(guests[zone != null and price > 0].price)')
    expect(form.rules[1]).toMatchObject({ each: 'guests', when: 'price > header.budget and item.zone = "a"', fields: ['price'] })
    expect(form.rules[2]?.when).toBe('some v in guests satisfies v.price > budgetRmb')
    expect(form.print).toEqual({ omit: ['remarks', 'people'] })
    expect(renameField(visit, 'arrival', 'comesOn').form).toMatchObject({ columns: ['company', 'comesOn'],
      subject: ['company', { from: 'comesOn', to: 'departure' }] })
    expect(formProblems(form)).toEqual(formProblems(visit.form))
  })

  it('is refused for keys that are words, shapes or taken', () => {
    expect(['in', 'Area', 'FEE', 'fee', 'toString', 'area'].map((key) => keyProblem(visit, 'zone', key)))
      .toEqual(['reserved', 'shape', 'shape', 'taken', 'reserved', undefined])
  })
})

it('finds where a field is used', () => {
  const words = (path: string) => whereUsed(visit, path).map(({ of, id, attribute }) => `${of} ${id} ${attribute}`)
  expect(words('zone')).toEqual(['field agreement required', 'field visitors.zone visible', 'rule R1 when', 'branch areas when',
    'step host decidesOn'])
  expect(words('visitors.zone')).toEqual(['field total value', 'rule R2 when', 'step guard edits'])
  expect(words('arrival')).toEqual(['field fee visible', 'list  columns', 'form  subject'])
  expect(words('note')).toEqual(['print  omit'])
})

describe('moving, copying and removing', () => {
  it('keeps the order that is seen, within a section, into the next one and back', () => {
    expect(keysIn(moveField(visit, 'fee', { section: 'visit', before: 'company' }), 'visit')[0]).toBe('fee')
    expect(keysIn(nudgeField(visit, 'company', 1), 'visit').slice(0, 2)).toEqual(['arrival', 'company'])
    const onward = nudgeField(visit, 'fee', 1)
    expect(keysIn(onward, 'people')[0]).toBe('fee')
    expect(keysIn(nudgeField(onward, 'fee', -1), 'visit').at(-1)).toBe('fee')
    const last = nudgeField(nudgeField(visit, 'fee', -1), 'fee', 1)
    expect(keysIn(last, 'visit')).toEqual(keysIn(visit, 'visit'))
    expect(Object.keys(nudgeField(visit, 'visitors.cost', -1).form.fields['visitors']?.columns ?? {})).toEqual(['name', 'cost', 'zone'])
  })

  it('copies under a key of its own, and removes with column and print', () => {
    const copied = copyField(visit, 'zone')
    expect(copied.path).toBe('zone2')
    expect(keysIn(copied.content, 'visit').slice(3, 5)).toEqual(['zone', 'zone2'])
    expect(removeField(visit, 'arrival').form.columns).toEqual(['company'])
    expect(removeField(visit, 'note').form.print).toEqual({ omit: ['people'] })
    expect(removeField(insertField(visit, 'title', newField('text', { cn: '标题', en: 'Title' }), {}), 'title').form.fields['title'])
      .toBeDefined()
  })

  it('gives the fields of a section that goes to its neighbour', () => {
    const { content, id } = addSection(visit, { cn: '物品', en: 'Goods' })
    expect(content.form.sections.at(-1)?.id).toBe(id)
    const without = removeSection(content, 'people')
    expect(keysIn(without, 'visit')).toContain('visitors')
    expect(formProblems(without.form).filter(({ where }) => where.includes('section'))).toEqual([])
  })
})

describe('the kind of a field', () => {
  it('can be any of the product, each with what it cannot do without', () => {
    const kinds = kindGroups().flatMap(({ kinds: own }) => own)
    const start = { ...visit.form, fields: {}, rules: [], columns: [], subject: [], flow: { ...visit.form.flow, steps: [] } }
    const own = Object.fromEntries(kinds.map((kind) => [`a${kind}`, { ...newField(kind, { cn: '名', en: 'Name' }), section: 'visit' }]))
    expect(formProblems({ ...start, print: {}, fields: own } as typeof visit.form).filter(({ where }) => !where.startsWith('flow')))
      .toEqual([])
    expect(columnKinds()).not.toContain('table')
  })

  it('keeps what the other kind reads and names what is lost', () => {
    const changed = changeKind({ kind: 'money', cn: '金额', en: 'Amount', min: 0, precision: 2, each: true, required: true, default: '1' },
      'integer')
    expect(changed).toEqual({ field: { kind: 'integer', cn: '金额', en: 'Amount', min: 0, required: true },
      lost: ['precision', 'each', 'default'] })
    const choice = changeKind(fieldOf(visit, 'zone')!, 'select')
    expect(choice.lost).toEqual([])
    expect(choice.field.options).toHaveLength(2)
    expect(changeKind(fieldOf(visit, 'company')!, 'title').lost).toEqual(['required'])
  })
})

it('reads fields from the head row of a workbook with some rows', () => {
  const cells = ['姓名/Name\t证件号\t金额\t到访日期\t自带车辆\t类型\t车次', '李思远\t0320501\t1,200.50\t2026-11-26\t是\t客户\t2',
    '森田\t0320502\t80\t2026/11/27\t否\t供应商\t3', '王伟\t0320503\t90\t2026-11-28\t是\t客户\t4',
    '张敏\t0320504\t70\t2026-11-28\t否\t客户\t1'].join('\n')
  expect(fieldsFromCells(cells).map(({ cn, en, kind, options }) => [cn, en, kind, options.length])).toEqual([['姓名', 'Name', 'text', 0], [
    '证件号',
    '',
    'text',
    0,
  ], ['金额', '', 'money', 0], ['到访日期', '', 'date', 0], ['自带车辆', '', 'switch', 0], ['类型', '', 'select', 2], ['车次', '',
    'integer', 0]])
  expect(fieldsFromCells('Reason\n接待人\n\n附件').map(({ kind }) => kind)).toEqual(['textarea', 'person', 'attachment'])
})

it('goes back and forth, and takes typing at one place as one step', () => {
  const [one, two, three] = ['甲', '乙', '丙'].map((cn) => ({ ...visit, form: { ...visit.form, cn } })) as [typeof visit, typeof visit,
    typeof visit]
  const typed = edited(edited(edited(fresh(visit), one, 'name'), two, 'name'), three)
  expect(undone(typed).content).toBe(two)
  expect(undone(undone(typed)).content).toBe(visit)
  expect(redone(undone(typed)).content).toBe(three)
})

it('leads a problem to where it is mended', () => {
  const broken = { ...visit, prefix: 'x',
    form: { ...visit.form, rules: visit.form.rules.map((rule) => ({ ...rule, when: 'nothing > 1' })),
      fields: { ...fields, company: { ...fields['company']!, en: '' } } } }
  const placed = findProblems(broken).map((each) => placeProblem(broken, each))
  expect(placed).toContainEqual(expect.objectContaining({ part: 'fields', id: 'company' }))
  expect(placed).toContainEqual(expect.objectContaining({ part: 'rules', id: 'R1', attribute: 'when' }))
  expect(placed).toContainEqual(expect.objectContaining({ part: 'fields', attribute: 'prefix' }))
  expect(placeProblem(visit, { where: 'fields › visitors › columns › cost', text: { cn: '', en: '' } }).id).toBe('visitors.cost')
  expect(placeProblem(visit, { where: 'form dynamicForm:visitor › visitors.cost › min', text: { cn: '', en: '' } })).toMatchObject({
    part: 'fields',
    id: 'visitors.cost',
    attribute: 'min',
  })
})

describe('two people at one form', () => {
  const change = (key: string, en: string) => changeField(visit, key, { en })

  it('keep both what each of them changed', () => {
    const mine = moveField(
      insertField(change('fee', 'Fee'), 'plate', newField('text', { cn: '车牌', en: 'Plate' }), { section: 'visit', before: 'zone' }),
      'company',
      { section: 'visit', before: 'fee' },
    )
    const theirs = removeField(
      insertField(change('zone', 'Area'), 'badge', newField('text', { cn: '门卡', en: 'Badge' }), { section: 'people' }),
      'note',
    )
    const { content, conflicts } = mergeContents(visit, mine, theirs)
    expect(conflicts).toEqual([])
    expect(keysIn(content, 'visit')).toEqual(['arrival', 'departure', 'plate', 'zone', 'agreement', 'company', 'fee'])
    expect(keysIn(content, 'people')).toEqual(['visitors', 'total', 'badge'])
    expect([fieldOf(content, 'fee')?.en, fieldOf(content, 'zone')?.en]).toEqual(['Fee', 'Area'])
  })

  it('are asked about what both changed', () => {
    const { content, conflicts } = mergeContents(visit, change('fee', 'Fee'), change('fee', 'Expense'))
    expect(conflicts).toMatchObject([{ of: 'field', id: 'fee', mine: { en: 'Fee' }, theirs: { en: 'Expense' } }])
    expect(fieldOf(content, 'fee')?.en).toBe('Fee')
    expect(fieldOf(withParts(content, conflicts), 'fee')?.en).toBe('Expense')
  })

  it('see what differs', () => {
    expect(changesBetween(visit, moveField(change('fee', 'Fee'), 'fee', { section: 'visit', before: 'company' }))
      .map(({ of, id, attributes }) => [of, id, attributes])).toEqual([['field', 'fee', ['en']], ['order', 'fields', []]])
  })
})

describe('the key of a new field', () => {
  const named = (key: string, en: string, others: readonly string[] = []) =>
    keyByLabel({ ...Object.fromEntries(others.map((other) => [other, newField('text', { cn: '', en: other })])),
      [key]: newField('text', { cn: '名称', en }) }, key)

  it('follows its English label while its kind gave it, and stays free', () => {
    expect(named('text', 'Visiting company')).toBe('visitingCompany')
    expect(named('text12', 'Visiting company', ['visitingcompany'])).toBe('visitingCompany2')
    expect(named('text', 'for')).toBe('for2')
  })

  it('stays where somebody chose it, or where the label gives none', () => {
    expect(named('textile', 'Visiting company')).toBeUndefined()
    expect(named('text', '编号')).toBeUndefined()
    expect(named('text', 'Text')).toBeUndefined()
  })
})

it('counts the fields that were drawn, and tells of a limit in the words of the server', () => {
  const many = (count: number) => {
    const drawn = Object.fromEntries(Array.from({ length: count }, (_, at) => [`own${at}`, newField('text', { cn: `${at}`, en: `${at}` })]))
    const header = Object.fromEntries(Object.entries(fields).filter(([key]) => isHeaderField(key)))
    return { ...visit, form: { ...visit.form, fields: { ...header, ...drawn } } }
  }
  const found = (count: number) => {
    const content = many(count)
    return mergedProblems(findProblems(content), designProblems(content, [])).filter(({ where }) => where === 'fields').map(({ text }) =>
      text.en
    )
  }
  expect([hasRoom(many(199), undefined), hasRoom(many(200), undefined)]).toEqual([true, false])
  expect(found(200)).toEqual([])
  expect(found(201)).toEqual(['At most 200 fields; there are 201'])
})

describe('another key', () => {
  const difference = (after: typeof visit) => {
    const { renames, changes } = differenceOf(visit, after)
    return [...renames.map(({ from, to }) => `${from} is ${to}`), ...changes.map(({ of, id, attributes }) => `${of} ${id} ${attributes}`)]
  }
  it('is a change of the key alone: what reads the field follows', () => {
    expect(difference(renameField(visit, 'fee', 'cost'))).toEqual(['fee is cost'])
    expect(difference(renameField(visit, 'visitors.cost', 'price'))).toEqual(['visitors.cost is visitors.price'])
    expect(difference(renameField(renameField(visit, 'visitors', 'guests'), 'guests.zone', 'area'))).toEqual(['visitors is guests',
      'guests.zone is guests.area'])
  })
  it('is told beside what else was changed', () => {
    const moved = changeField(renameField(visit, 'fee', 'cost'), 'cost', { required: true })
    expect(difference(moved)).toEqual(['fee is cost', 'field cost required'])
    // another key and label at the same place
    expect(difference(changeField(renameField(visit, 'agreement', 'contract'), 'contract', { cn: '合同', en: 'Contract' })))
      .toEqual(['agreement is contract', 'field contract cn,en'])
  })
  it('is no more than a guess where several fields could be meant: they are told as removed and added', () => {
    const twice = removeField(copyField(copyField(visit, 'fee').content, 'fee').content, 'fee')
    expect(differenceOf(visit, twice).renames).toEqual([])
  })
})
