import { describe, expect, it } from 'vitest'
import { attachment, date, defineFields, documentLink, money, person, radio, select, table, text, textarea,
  toggle } from '#kernel/fields.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm, type Form } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { copyOf } from './copying.ts'

declare module '#kernel/fields/definition.ts' {
  interface FieldRoles {
    /** Role of a made-up module. */
    repairReason: true
  }
}

const named = { cn: '字段', en: 'Field' }
const head = defineFields({ applicant: person({ cn: '申请人', en: 'Applicant', readOnly: true, default: 'currentUser.id' }) })

const formOf = (fields: Record<string, FieldDefinition>, more: Partial<Form> = {}): Form => ({ ...defineForm({
  key: 'sample',
  cn: '示例',
  en: 'Sample',
  path: '/sample',
  prefix: 'S',
  group: 'g',
  icon: 'file',
  fields: defineFields({ ...head, ...fields }),
  rules: defineRules([rule('Q', { when: 'false', level: 'confirm', fields: [], acceptedBy: 'accepted', cn: '继续？', en: 'Continue?' })]),
  flow: defineFlow([approve('cashier', initiator, { cn: '出纳', en: 'Cashier' })]),
}), ...more })

const records: Readonly<Record<string, object>> = {
  'person wang': { id: 'wang', name: '王伟/Wei Wang', departments: ['rd'] },
  'person li': { id: 'li', name: '李娜/Na Li', departments: ['sales'] },
  'department rd': { id: 'rd', name: '研发/R&D', enabled: true },
  'department sales': { id: 'sales', name: '销售/Sales', enabled: true },
  'supplier gone': { id: 'gone', name: '旧/Old', enabled: false },
}
const facts = { today: '2026-11-24', now: '2026-11-24 10:00:00',
  reference: (kind: string, id: string) => records[`${kind} ${id}`] as Record<string, unknown> | undefined }

const copied = (form: Form, business: FormValue, startUserId = 'wang') =>
  copyOf(form, { business: { applicant: startUserId, ...business }, createTime: '2026-10-05 09:00:00', startUserId, definition: null }, {
    facts,
    person: 'wang',
    blocks: [{ id: 'repair', of: ['repairReason'] }],
  })

type CopyCase = [what: string, field: FieldDefinition, held: unknown, found: 'kept' | 'left' | 'silent']

const cases: readonly CopyCase[] = [
  ['what somebody typed', text(named), 'rent', 'kept'],
  ['a choice that differs from its default', radio({ ...named, default: '"0"', options: [] }), '1', 'kept'],
  ['what the default says today, too', radio({ ...named, default: '"0"', options: [] }), '0', 'silent'],
  ['what the default said on the day of filing', text({ ...named, default: 'string(today())' }), '2026-10-05', 'silent'],
  ['a number that the product assigns', text({ ...named, system: true, readOnly: true }), 'S1', 'silent'],
  ['what nobody types', text({ ...named, readOnly: true }), 'x', 'silent'],
  ['the result of a node', text({ ...named, atNode: 'cashier' }), 'x', 'silent'],
  ['an approved amount', money({ ...named, as: 'approvedAmount' }), '9.00', 'silent'],
  ['a file', attachment(named), ['f1'], 'left'],
  ['a day', date(named), '2026-10-01', 'left'],
  ['what belongs to one document alone', text({ ...named, unrepeated: true }), '12345678', 'left'],
  ['the stars of an account number', text({ ...named, masked: true }), '**** 1234', 'left'],
  ['a whole account number', text({ ...named, masked: true }), '6222008859719264090', 'kept'],
  ['a linked document', documentLink({ ...named, links: [] }), ['d1'], 'kept'],
  ['a linked document that is used up', documentLink({ ...named, links: ['a'], claim: 'once' }), ['d1'], 'left'],
  ['what a block of a module holds', textarea({ ...named, as: 'repairReason' }), 'because', 'left'],
  ['a record that is no longer offered', { ...named, kind: 'reference', to: 'supplier' }, 'gone', 'left'],
  ['a department outside those of the applicant', { ...named, kind: 'department', filter: 'list contains(applicant.departments, "sales")' },
    'rd', 'left'],
  ['a department of the applicant', { ...named, kind: 'department', filter: 'list contains(applicant.departments, option.id)' }, 'rd',
    'kept'],
]

describe('a document that is filled in from an earlier one', () => {
  it.each(cases)('%s', (_, field, held, found) => {
    const { entered, leftOut } = copied(formOf({ it: field }), { it: held })
    expect(entered).toEqual(found === 'kept' ? { it: held } : {})
    expect(leftOut).toEqual(found === 'left' ? [{ path: 'it', ...named }] : [])
  })

  it('treats cells as it treats fields, in rows of their own', () => {
    const rows = table({ ...named, columns: { detail: text(named), proof: text({ cn: '发票', en: 'Invoice', unrepeated: true }) } })
    const { entered, leftOut } = copied(formOf({ rows }), {
      rows: [{ rowId: 'r1', detail: 'Cables', proof: '1' }, { rowId: 'r2', detail: 'Desk', proof: null }],
    })
    expect(entered['rows']).toEqual([{ rowId: expect.not.stringMatching(/^r1$/), detail: 'Cables' }, {
      rowId: expect.not.stringMatching(/^r2$/),
      detail: 'Desk',
    }])
    expect(leftOut).toEqual([{ path: 'rows.proof', cn: '发票', en: 'Invoice' }])
  })

  it('takes the accounts of one’s own documents, and of others’ none', () => {
    const payees = table({ ...named, columns: { holder: text(named), account: text({ ...named, masked: true }) } })
    const row = { rowId: 'r1', holder: 'Na Li', account: '6222008859719264090' }
    expect(copied(formOf({ payees }), { payees: [row] }).entered['payees']).toMatchObject([{ holder: 'Na Li' }])
    const { entered, leftOut } = copied(formOf({ payees }), { payees: [{ ...row, account: '**** 4090' }] }, 'li')
    expect([entered, leftOut]).toEqual([{}, [{ path: 'payees', ...named }]])
  })

  it('takes no rows of which nothing is left, and none that stand for a document that is used up', () => {
    const blank = table({ ...named, columns: { proof: attachment(named) } })
    const claiming = table({ ...named,
      columns: { of: documentLink({ ...named, links: ['a'], claim: 'remaining' }), amount: money(named) } })
    const { entered, leftOut } = copied(formOf({ blank, claiming }), { blank: [{ rowId: 'r1', proof: ['f'] }],
      claiming: [{ rowId: 'r1', of: ['d'], amount: '1.00' }] })
    expect(entered).toEqual({})
    expect(leftOut.map(({ path }) => path)).toEqual(['blank.proof', 'claiming'])
  })

  it('leaves the choice among claimed documents with them, what was accepted, and what no two documents have alike', () => {
    const fields = {
      links: documentLink({ ...named, links: ['a'], claim: 'once' }),
      of: select({ ...named, optionsFrom: ['links'] }),
      accepted: toggle(named),
      contractNo: text(named),
    }
    const { entered, leftOut } = copied(formOf(fields, { unique: [{ among: 'live', by: ['contractNo'] }] }), { links: ['d'], of: 'A1',
      accepted: true, contractNo: 'C1' })
    expect(entered).toEqual({})
    expect(leftOut.map(({ path }) => path)).toEqual(['links', 'of', 'contractNo'])
  })

  it('is for whoever fills it in, not for whom the earlier one was', () => {
    const form = formOf({ dept: { ...named, kind: 'department', filter: 'list contains(applicant.departments, option.id)' },
      own: documentLink({ ...named, links: [], own: true }) })
    const { entered } = copied(form, { dept: 'sales', own: ['d'] }, 'li')
    expect(entered).toEqual({})
  })
})
