import { describe, expect, it } from 'vitest'
import { can, colour, formWith, head, inForm, label, plugin, thing, messagesOf, withFields, withFlow } from './testing.ts'
import { form as sample } from '../evaluate/testing.ts'
import * as build from '../fields.ts'
import * as flows from '../flow.ts'
import type { Plugin } from '../plugin.ts'
import { expressionProblems, problems } from './problems.ts'
import type { ResourceScope } from '../resource.ts'
import { rule } from '../rules.ts'

const { approve } = flows

const sampleRoles = ['legal', 'accountant', 'cashier'].map((key) => ({ key, ...label }))

describe('a sound composition', () => {
  it('has no problems', () => {
    const menus = [{ id: 'top', ...label, sort: 1 }, { id: 'm', parent: 'top', ...label, path: '/things', needs: can.view, sort: 1 }]
    const locales = { cn: { a: '{n}个' }, en: { a: '{n} pieces' } }
    expect(
      messagesOf(plugin({ forms: [sample], resources: [thing], menus, locales, roles: sampleRoles }),
        plugin({ id: 'two', requires: ['one'], dictionaries: [] })),
    ).toEqual([])
  })

  it('tells each problem in both languages, with its plugin', () => {
    expect(problems([plugin({ requires: ['gone'] })])).toEqual([{
      plugin: 'one',
      where: 'requires',
      message: 'There is no plugin “gone”',
      text: { cn: '没有插件“gone”', en: 'There is no plugin “gone”' },
    }])
  })
})

describe('names', () => {
  it('are not used twice', () => {
    const menu = { id: 'm', ...label, sort: 1 }
    const twice = plugin({ forms: [sample], resources: [thing], menus: [menu] })
    expect(messagesOf(twice, twice)).toEqual(expect.arrayContaining([
      'plugin one: The plugin “one” is already declared in “one”',
      'form sample: The form “sample” is already declared in “one”',
      'prefix YL: The prefix “YL” is already declared in “one”',
      'path /sample: The path “/sample” is already declared in “one”',
      'resource /x/thing: The resource “/x/thing” is already declared in “one”',
      'table thing: The table “thing” is already declared in “one”',
      'menu m: The menu “m” is already declared in “one”',
      'dictionary colour: The dictionary “colour” is already declared in “one”',
    ]))
    expect(messagesOf(plugin({ dictionaries: [colour, { ...colour, key: 'other', items: [...colour.items, ...colour.items] }] }))).toEqual([
      'dictionary other: The value “1” is repeated',
    ])
  })

  it('exist', () => {
    const menus = [{ id: 'm', parent: 'm', needs: 'test:other:view', ...label, sort: 1 }]
    expect(messagesOf(plugin({ menus }))).toEqual(['menu m › needs: There is no permission “test:other:view”',
      'menu m › parent: There is no menu “m”'])
    expect(messagesOf(plugin({ forms: [sample], roles: sampleRoles, linkAttributes: ['weight', Object.keys(sample.fields)[0]!] }))).toEqual(
      [
        'linkAttributes: There is no field “weight”',
      ],
    )
    const broken = { ...thing, key: 'no', columns: ['a'], filters: ['b'], search: ['c'], sort: [{ field: 'd' }], enable: 'code',
      optionFields: ['e'], scope: { departments: 'f' }, can: { view: 'other' } }
    expect(messagesOf(plugin({ resources: [broken] })).map((line) => line.replace('resource thing › ', ''))).toEqual([
      'key: There is no field “no”',
      'columns: There is no field “a”',
      'filters: There is no field “b”',
      'search: There is no field “c”',
      'sort: There is no field “d”',
      'optionFields: There is no field “e”',
      'enable: There is no switch “code”',
      'scope: There is no department field “f”',
      'can: There is no permission “other”',
    ])
    expect(messagesOf(plugin({ forms: [formWith({})], menus: [{ id: 'm', ...label, sort: 1, needs: 'form:small:add' }] }))).toEqual([])
  })

  it('of a scope are those of departments and people', () => {
    const scoped = (scope: ResourceScope) =>
      messagesOf(
        plugin({
          resources: [{ ...thing,
            fields: { ...thing.fields, who: build.person(label), where: build.multiselect({ ...label, of: 'department' }) }, scope }],
        }),
      )
    expect(scoped({ departments: 'where', emptyMeansAll: true, owner: 'who' })).toEqual([])
    expect(scoped({ owner: 'createBy' })).toEqual([])
    expect(scoped({ departments: 'who', owner: 'where' })).toEqual(['resource thing › scope: There is no department field “who”',
      'resource thing › scope: There is no person field “where”'])
    expect(scoped({})).toEqual(['resource thing › scope: A scope names a department field or an owner'])
  })
})

it('calls of other systems are brought by a plugin', () => {
  const asking = formWith({ fields: { ...formWith({}).fields, unit: build.select({ ...label, optionsBy: { call: 'store.units' } }) } })
  expect(messagesOf(plugin({ forms: [asking], calls: ['store.units'] }))).toEqual([])
  expect(messagesOf(plugin({ forms: [asking] }))).toEqual(['form small › calls: There is no call “store.units”'])
})

describe('roles that a form names', () => {
  const asking = formWith({
    fields: { ...formWith({}).fields,
      secret: build.money({ ...label, readOnly: true, editAt: ['head'], visibleTo: { roles: ['safetyOfficer'], nodes: ['head'] } }) },
    flow: flows.defineFlow([head, approve('safety', flows.firstOf(flows.role('safetyOfficer'), flows.role('workflowAdmin')), label)]),
    followUps: [{ id: 'later', ...label, role: 'safetyOfficer' }],
  })

  it('are those of the product and those that a plugin declares', () => {
    expect(messagesOf(plugin({ forms: [asking], roles: [{ key: 'safetyOfficer', ...label }] }))).toEqual([])
    expect(messagesOf(plugin({ forms: [asking] }))).toEqual([
      'form small › flow › safety › by: The node “safety” names the role “safetyOfficer”, which no plugin declares under “roles”',
      'form small › followUps › later: It names the role “safetyOfficer”, which no plugin declares under “roles”',
      'form small › fields › secret › visibleTo: It names the role “safetyOfficer”, which no plugin declares under “roles”',
    ])
  })

  it('are declared once, in both languages, by a plugin that is required', () => {
    expect(messagesOf(plugin({ roles: [{ key: 'administrator', cn: '管理员', en: '' }] }))).toEqual([
      'role administrator: The role “administrator” is already declared in “system”',
      'role administrator: The English text is missing',
    ])
    expect(
      messagesOf(plugin({ forms: [asking] }),
        plugin({ id: 'two', dictionaries: [], references: [], permissions: [], roles: [{ key: 'safetyOfficer', ...label }] })),
    ).toEqual([
      'requires: The role “safetyOfficer” is of the plugin “two”, which is not named',
    ])
  })
})

describe('people who answer for records', () => {
  const fields = { category: build.reference({ cn: '费用类别', en: 'Category', to: 'expenseCategory' }),
    rows: build.table({ ...label, columns: { category: build.reference({ ...label, to: 'expenseCategory' }) } }), other: build.text(label) }
  const findingsOf = (owners: Plugin['owners'], ...paths: string[]) =>
    messagesOf(plugin({ owners, forms: [
      formWith({ fields: { ...formWith({}).fields, ...fields },
        flow: flows.defineFlow([approve('keeper', flows.both(...paths.map(flows.ownerOf)), label)]) }),
    ] }))
  const declared = { of: 'expenseCategory', ...label }

  it('are asked where a module declares them', () => {
    expect(findingsOf([declared], 'category', 'rows.category')).toEqual([])
    expect(findingsOf([], 'category')).toEqual([
      'form small › flow › keeper › by: No module declares in “owners” who answers for “expenseCategory”, so the field “category” (Category) leads to no approver',
    ])
  })

  it('are asked by a field that names records', () => {
    expect(findingsOf([declared], 'gone')).toEqual(['form small › flow › keeper › by: There is no field “gone”'])
    expect(findingsOf([declared], 'other')).toEqual([
      'form small › flow › keeper › by: The field “other” does not lead to an approver here',
    ])
  })

  it('are declared once, for records that somebody offers, with every text in both languages', () => {
    expect(
      messagesOf(
        plugin({ owners: [{ of: 'gone', ...label, en: '', missing: 'noKeeper' }, declared, declared],
          locales: { cn: { 'approval.noKeeper': '没有保管员' }, en: { 'approval.noKeeper': 'No keeper' } } }),
      ),
    ).toEqual([
      'owners of expenseCategory: The owners of “expenseCategory” is already declared in “one”',
      'owners gone: The English text is missing',
      'owners gone › of: There is no offer “gone”',
    ])
    expect(messagesOf(plugin({ owners: [{ ...declared, missing: 'noKeeper' }] }))).toEqual([
      'owners expenseCategory › approval.noKeeper: The Chinese text is missing',
      'owners expenseCategory › approval.noKeeper: The English text is missing',
    ])
  })
})

describe('scopes of roles', () => {
  const fields = { kind: build.select({ ...label, dict: 'colour' }),
    rows: build.table({ ...label, columns: { where: build.reference({ ...label, to: 'expenseCategory' }) } }), other: build.text(label) }
  const findingsOf = (by: string, of: string) =>
    messagesOf(plugin({
      roleScopes: [{ key: 'colour', ...label, dict: 'colour' }, { key: 'category', ...label, to: 'expenseCategory' }],
      forms: [
        formWith({ fields: { ...formWith({}).fields, ...fields },
          flow: flows.defineFlow([approve('keeper', flows.role('workflowAdmin', { by, of }), label)]) }),
      ],
    }))

  it('are asked by a field that holds their values', () => {
    expect([...findingsOf('colour', 'kind'), ...findingsOf('category', 'rows.where')]).toEqual([])
    expect(findingsOf('colour', 'other')).toEqual([
      'form small › flow › keeper › by: The field “other” holds no values of the role scope “Name”',
    ])
    expect(findingsOf('taste', 'kind')).toEqual(['form small › flow › keeper › by: There is no role scope “taste”'])
    expect(findingsOf('colour', 'gone')).toEqual(['form small › flow › keeper › by: There is no field “gone”'])
  })

  it('have choices', () => {
    expect(messagesOf(plugin({ roleScopes: [{ key: 'a', ...label, dict: 'gone' }, { key: 'b', ...label, to: 'gone' }] }))).toEqual([
      'roleScope a › dict: There is no dictionary “gone”',
      'roleScope b › to: There is no offer “gone”',
    ])
  })
})

describe('explanations that nodes ask for', () => {
  const asking = formWith({ flow: flows.defineFlow([approve('over', flows.role('workflowAdmin'), { ...label, explains: 'overdrawn' })]) })
  const said = { 'approval.overdrawnExplanation': 'x' }

  it('are kinds that a plugin declares', () => {
    expect(messagesOf(plugin({ forms: [asking], explanationKinds: [{ key: 'overdrawn', ...label }], locales: { cn: said, en: said } })))
      .toEqual([])
    expect(messagesOf(plugin({ forms: [asking] }))).toEqual([
      'form small › flow › over › explains: There is no kind of explanation “overdrawn”',
    ])
  })

  it('have a sentence for where they are missing', () => {
    expect(messagesOf(plugin({ explanationKinds: [{ key: 'overdrawn', ...label }] }))).toHaveLength(2)
    expect(messagesOf(plugin({ opinionFacts: [{ key: 'weight', title: '重量', ...label }] }))[0]).toContain('approval.opinionWeight')
  })
})

describe('requirements', () => {
  const user = (more: Partial<Plugin>) => plugin({ id: 'two', dictionaries: [], menus: [], permissions: [], ...more })
  const owner = plugin({ menus: [{ id: 'top', ...label, sort: 1 }] })

  it('name the plugin whose dictionary is used, in a choice or an expression', () => {
    const fields = { ...formWith({}).fields, kind: build.select({ ...label, dict: 'colour' }) }
    const looking = formWith({ key: 'looking', path: '/looking', prefix: 'KX',
      rules: [rule('r', { ...label, when: 'dict("colour", "1") = "x"' })] })
    const unsaid = ['requires: The dictionary “colour” is of the plugin “one”, which is not named']
    for (const form of [formWith({ fields }), looking]) {
      expect(messagesOf(owner, user({ forms: [form] }))).toEqual(unsaid)
      expect(messagesOf(owner, user({ forms: [form], requires: ['one'] }))).toEqual([])
    }
  })

  it('name the plugin in whose menu a page stands', () => {
    const menus = [{ id: 'm', parent: 'top', ...label, sort: 1 }]
    expect(messagesOf(owner, user({ menus }))).toEqual(['requires: The menu “top” is of the plugin “one”, which is not named'])
    expect(messagesOf(owner, user({ menus, requires: ['one'] }))).toEqual([])
  })
})

describe('groups of the start page', () => {
  const group = { id: 'visits', ...label, sort: 1 }
  const user = plugin({ id: 'two', dictionaries: [], permissions: [], forms: [formWith({ group: 'visits' })], formGroups: [] })

  it('are declared, once and in both languages, by the plugin of a form or one that it requires', () => {
    expect(messagesOf(plugin({ formGroups: [group] }), { ...user, requires: ['one'] })).toEqual([])
    expect(messagesOf(plugin({ formGroups: [group] }), user)).toEqual([
      'requires: The group of forms “visits” is of the plugin “one”, which is not named',
    ])
    expect(messagesOf(user)).toEqual(['form small › group: There is no group of forms “visits”'])
    expect(messagesOf(plugin({ formGroups: [group, { ...group, en: '' }] }))).toEqual([
      'form group visits: The form group “visits” is already declared in “one”',
      'formGroup visits: The English text is missing',
    ])
  })
})

describe('translations', () => {
  it('are complete and keep the blanks', () => {
    const locales = { cn: { a: '甲', b: '{n}', c: '' }, en: { a: 'A', b: '{m}', d: 'D' } }
    expect(messagesOf(plugin({ locales }))).toEqual([
      'locales › b: The blanks of the two languages differ',
      'locales › c: The Chinese text is missing',
      'locales › c: The English text is missing',
      'locales › d: The Chinese text is missing',
    ])
    const reminder = { key: 'due', type: 'APPROVE', title: { cn: '到期', en: '' },
      content: { cn: '{book}到期', en: '{name} is due' } } as const
    expect(messagesOf(plugin({ messageKinds: [reminder] }))).toEqual(['messageKind due › title: The English text is missing',
      'messageKind due › content: The blanks of the two languages differ'])
    const bare = { cn: '名', en: ' ' }
    expect(messagesOf(plugin({ menus: [{ id: 'm', ...bare, sort: 1 }] }))).toEqual(['menu m: The English text is missing'])
    expect(inForm({ ...bare, sections: [{ id: 's', ...bare }], rules: [rule('R', { ...bare, when: 'amount > 1' })] })).toEqual([
      ': The English text is missing',
      'rules › R: The English text is missing',
      'sections s: The English text is missing',
    ])
    expect(withFields({ x: build.select({ ...bare, options: [{ value: '1', ...bare }] }) })).toEqual(['x: The English text is missing',
      'x › options 1: The English text is missing'])
    expect(withFlow({ ...head, ...bare })).toEqual(['flow › head: The English text is missing'])
  })
})

describe('fields', () => {
  it('have only attributes that their kind reads, and limits that make sense', () => {
    const wrong = { kind: 'date', ...label, dict: 'colour', min: 1 } as const
    expect(withFields({ wrong })).toEqual(['wrong › dict: The kind date does not read this attribute',
      'wrong › min: The kind date does not read this attribute'])
    expect(
      withFields({ x: build.money({ ...label, min: 5, max: 1 }), y: build.number({ ...label, precision: 1.5 }),
        z: build.text({ ...label, pattern: '[' }) }),
    ).toEqual([
      'x › min: The minimum is above the maximum',
      'y › precision: Decimal places are 0 to 10',
      'z › pattern: The pattern cannot be read',
    ])
    expect(withFields({ x: build.calculated(label), t: build.table({ ...label, columns: {} }) })).toEqual([
      'x › value: A calculated field needs an expression',
      't › columns: A table needs columns',
    ])
    expect(withFields({ t: build.table({ ...label, columns: { u: build.table({ ...label, columns: { v: build.text(label) } }) } }) }))
      .toEqual([
        't.u: A table cannot stand inside a table',
      ])
  })

  it('claim documents in a way that can be checked, and propose what there is', () => {
    const rows = build.table({ ...label, columns: { no: build.select({ ...label, optionsFrom: ['x'] }), paid: build.money(label) } })
    const claims = { rows: 'rows', by: 'no', amount: 'paid', at: 'paid' } as const
    const linking = (change: object) => withFields({ rows, x: build.documentLink({ ...label, claim: 'remaining', claims, ...change }) })
    expect(linking({ proposes: { rows: 'rows', set: { no: 'option.businessNo' } } })).toEqual([])
    expect(linking({ binds: false })).toEqual(['x › claim: A link that claims its document has to bind it'])
    expect(linking({ claims: undefined })).toEqual(['x › claim: What claims a part has to say how much'])
    expect(linking({ claim: undefined })).toEqual(['x › claims: What claims has to say how often'])
    expect(linking({ claims: { amount: 'amount' } })).toEqual([
      'x › claims › rows: Of several linked documents the rows have to say which they claim',
    ])
    expect(linking({ claims: { amount: 'amount' }, max: 1 })).toEqual([])
    expect(linking({ claims: { ...claims, by: 'paid', at: 'gone', amount: 'spent' } })).toEqual([
      'x › claims › by: There is no column that chooses among these documents “paid”',
      'x › claims › at: There is no field “gone”',
      'x › claims › amount: There is no field or name “spent”',
    ])
    expect(linking({ proposes: { rows: 'rows', set: { gone: 'option.amount' } } })).toEqual([
      'x › proposes › set: There is no field “gone”',
    ])
  })

  it('name dictionaries, options, nodes and sections that exist', () => {
    expect(withFields({ x: build.select({ ...label, dict: 'none' }) })).toEqual(['x › dict: There is no dictionary “none”'])
    expect(withFields({ x: build.radio({ ...label, options: [{ value: '1', ...label }, { value: '1', ...label }] }) })).toEqual([
      'x › options: The option “1” is repeated',
    ])
    expect(withFields({ x: build.multiselect({ ...label, of: 'department' }) })).toEqual([])
    expect(withFields({ x: build.multiselect({ ...label, of: 'date' }) })).toEqual(['x › of: There is no kind of record “date”'])
    expect(withFields({ x: build.multiselect({ ...label, of: 'department', dict: 'colour' }) })).toEqual([
      'x › of: What chooses records has no options',
    ])
    expect(withFields({ x: build.select({ ...label, optionsFrom: ['amount'] }) })).toEqual([
      'x › optionsFrom: There is no document link field “amount”',
    ])
    expect(
      withFields({ x: build.text({ ...label, editAt: ['head'], requiredAt: { head: 'amount > gone', lost: true } }),
        y: build.text({ ...label, requiredAt: { head: true } }) }),
    )
      .toEqual(['x › requiredAt: There is no node “lost”', 'x › requiredAt head: There is no field or name “gone”',
        'x › requiredAt: It is required at “lost”, where it is not filled in',
        'y › requiredAt: It is required at “head”, where it is not filled in'])
    expect(withFields({ x: build.text({ ...label, editAt: ['head', 'gone'], atNode: 'lost' }) })).toEqual([
      'x › editAt: There is no node “gone”',
      'x › atNode: There is no node “lost”',
    ])
    expect(inForm({ sections: [{ id: 's', ...label }], fields: { ...formWith({}).fields, x: build.text({ ...label, section: 't' }) } }))
      .toEqual([
        'x › section: There is no section “t”',
      ])
  })
})

describe('what was approved', () => {
  it('is a field, and is in RMB what the budget is charged', () => {
    expect(inForm({ approved: 'gone' })).toEqual(['approved: There is no field “gone”',
      'approved: An approved amount needs a spending budget that says what it is in RMB'])
  })
})

describe('expressions', () => {
  const findings = (source: string, table?: string, extra?: string[]) =>
    expressionProblems(source, { fields: sample.fields, table, extra }, 'x').map(({ text }) => text.en)

  it.each([
    'total > 5 and kind = "1"',
    'totalRmb > 5',
    'depositRmb > 5',
    'dept.hasBudgetDept',
    'some i in items satisfies i.category.requiresLink = "taxi"',
    'sum(items[amount != null].amount)',
    'count(items[category.requiresLink = kind]) > 1',
    'month.year = today().year',
    'luhn(number)',
    'capital(total)',
    'links[amount > 5][1].anything',
    'every i in items satisfies i.day <= today()',
    'items[item.amount > 5].rowId = []',
    'rmb(deposit, exchangeRate) > 1',
  ])('%s is sound', (source) => expect(findings(source)).toEqual([]))

  it.each(['amount > header.total', 'item.amount > 1', 'category.projectRequired', 'header.items.amount = []', 'exchangeRate',
    'count(header.items) > 1', 'rowId != null', 'header.depositRmb > 1'])(
      '%s is sound in a row',
      (source) => expect(findings(source, 'items')).toEqual([]),
    )

  it.each([
    ['nothing > 5', 'There is no field or name “nothing”'],
    ['items.nothing', 'There is no column “nothing”'],
    ['some i in items satisfies i.nothing = 1', 'There is no column “nothing”'],
    ['items[nothing > 1]', 'There is no column “nothing”'],
    ['kind.label = "x"', '“Kind” has no attribute “label”'],
    ['items.amount.currency', '“Amount” has no attribute “currency”'],
    ['header.total > 1', 'There is no field or name “header”'],
    ['option.x', 'There is no field or name “option”'],
    ['__proto__', 'There is no field or name “__proto__”'],
    ['constructor.name', 'There is no field or name “constructor”'],
  ])('%s is not', (source, text) => expect(findings(source)).toEqual([text]))

  it.each([
    ['header.nothing', 'There is no field or name “nothing”'],
    ['item.nothing', 'There is no column “nothing”'],
    ['header.items.nothing', 'There is no column “nothing”'],
    ['amount.x', '“Amount” has no attribute “x”'],
    ['nothing', 'There is no field or name “nothing”'],
  ])('%s is not in a row', (source, text) => expect(findings(source, 'items')).toEqual([text]))

  it('cannot be read when the syntax is wrong, or the function unknown', () => {
    for (const source of ['total >', 'for i in items return i', 'fetch("x")', 'matches(kind, "x")', ''])
      expect(findings(source)).toHaveLength(1)
  })

  it('may use further names where there are some', () => {
    expect(findings('option.hasBudgetDept and currentUser.id = "x"', undefined, ['option', 'currentUser'])).toEqual([])
    expect(withFields({ x: build.department({ ...label, filter: 'option.ok', default: 'currentUser.dept' }) })).toEqual([])
    expect(withFields({ x: build.department({ ...label, required: 'option.ok' }) })).toEqual([
      'x › required: There is no field or name “option”',
    ])
  })

  it('are looked at in every place', () => {
    const bad = 'zzz'
    const fields = { x: build.text({ ...label, required: bad, visible: bad, default: bad, value: bad }),
      t: build.table({ ...label, columns: { c: build.person({ ...label, filter: bad }) } }) }
    expect(withFields(fields).map((line) => line.split(':')[0])).toEqual(['x › required', 'x › visible', 'x › default', 'x › value',
      't.c › filter'])
    expect(
      inForm({ rules: [rule('R', { ...label, when: bad }), rule('S', { ...label, each: 'rows', when: bad })] }).map((line) =>
        line.split(':')[0]
      ),
    ).toEqual(['rules › R › when', 'rules › S › when'])
    const noted = { ...head, when: bad, opinionRequired: bad }
    const paths = withFlow(noted, flows.exclusive('e', [{ when: bad, steps: [flows.copy('c', flows.initiator, { ...label, when: bad })] }]))
      .map((line) => line.split(':')[0])
    expect(paths).toEqual(['flow › e › 1 › when', 'flow › head › when', 'flow › head › opinionRequired', 'flow › c › when'])
  })

  it('do not go round in a circle', () => {
    const circle = { a: build.calculated({ ...label, value: 'b' }), b: build.calculated({ ...label, value: 'sum(t.c)' }),
      t: build.table({ ...label, columns: { c: build.calculated({ ...label, value: 'header.a' }) } }) }
    expect(withFields(circle)).toEqual(['fields: Calculated fields read each other in a circle: a → b → t.c → a'])
    expect(withFields({ a: build.calculated({ ...label, value: 'a + 1' }) })).toEqual([
      'fields: Calculated fields read each other in a circle: a → a',
    ])
    expect(withFields({ price: build.calculated({ ...label, value: 'sum(rows[price != null].price)' }) })).toEqual([])
  })
})

describe('flows', () => {
  it('have an approval, distinct ids and no dead ends', () => {
    expect(withFlow(flows.copy('c', flows.initiator, label))).toEqual(['flow: The flow has no approval node'])
    expect(withFlow(head, head)).toEqual(['flow: The node “head” is repeated'])
    expect(withFlow(approve('start', flows.initiator, label))).toEqual([
      'flow › start: “start” is the initiator’s node and cannot be another',
    ])
    expect(withFlow(head, flows.exclusive('e', [{ when: 'amount > 1', steps: [] }]))).toEqual([
      'flow › e › 1: The branch is a dead end: nothing happens in it',
    ])
    expect(withFlow(head, flows.parallel('p', [{ ...head, id: 'a' }]))).toEqual(['flow › p: At least 2 branches are needed'])
    expect(withFlow(head, flows.inclusive('i', []))).toEqual(['flow › i: At least 1 branches are needed'])
  })

  it('name approvers that can be found', () => {
    const by = (rule: flows.ApproverRule): string[] => withFlow(approve('n', rule, label))
    expect([by(flows.departmentHead()), by(flows.departmentHead('expenseDeptIdList')), by(flows.rowPersons('rows.owner')),
      by(flows.role('a', 'dept'))]).toEqual([[], [], [], []])
    expect(by(flows.departmentHead('gone'))).toEqual(['flow › n › by: There is no field “gone”'])
    expect(by(flows.both(flows.personIn('amount'), flows.firstOf()))).toEqual([
      'flow › n › by: The field “amount” does not lead to an approver here',
      'flow › n › by: Nobody is named',
    ])
    expect(by({ rule: 'fixed', people: [] })).toEqual(['flow › n › by: Nobody is named'])
    expect(by(flows.role(''))).toEqual(['flow › n › by: No role is named'])
    expect(by(flows.selectUser(0))).toEqual(['flow › n › by: At least one person is to be chosen'])
  })

  it('refer only to earlier nodes', () => {
    const same = (id: string, node: string) => approve(id, flows.sameAs(node), label)
    expect(withFlow(head, same('b', 'head'), same('c', 'start'))).toEqual([])
    expect(withFlow(same('a', 'head'), head)).toEqual(['flow › a › by: There is no earlier node “head”'])
    expect(withFlow(same('a', 'a'))).toEqual(['flow › a › by: There is no earlier node “a”'])
    const branches = (...steps: flows.Block[][]) => flows.parallel('p', ...steps)
    expect(withFlow(branches([head], [same('b', 'head')]))).toEqual(['flow › b › by: There is no earlier node “head”'])
    expect(withFlow(branches([head, same('b', 'head')], [{ ...head, id: 'c' }]), same('d', 'head'))).toEqual([])
  })

  it('open fields that exist, at shares that can be reached', () => {
    expect(withFlow({ ...head, edits: ['amount', 'rows.price', 'rows', 'gone', 'rows.gone'] })).toEqual([
      'flow › head › edits: There is no field “gone”',
      'flow › head › edits: There is no field “rows.gone”',
    ])
    expect(withFlow({ ...head, mode: { percentage: 0 } })).toEqual(['flow › head › mode: The percentage is above 0 and at most 100'])
    expect(withFlow({ ...head, checkList: [{ id: 'a', ...label }, { id: 'a', ...label }] })).toEqual([
      'flow › head › checkList: The check item “a” is repeated',
    ])
  })
})
