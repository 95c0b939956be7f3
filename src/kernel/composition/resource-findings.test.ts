import { describe, expect, it } from 'vitest'
import * as build from '../fields.ts'
import { definePermissions } from '../permissions.ts'
import { definePlugin } from '../plugin.ts'
import { problems } from './problems.ts'
import { defineResource, type Resource, type ResourceImport } from '../resource.ts'

const label = { cn: '名称', en: 'Name' }
const colour = { key: 'colour', ...label, items: [{ value: 'red', cn: '红', en: 'Red' }] }

describe('a resource', () => {
  const fields = build.defineFields({
    code: build.text({ ...label, required: true }),
    who: build.person(label),
    kind: build.select({ ...label, dict: 'colour' }),
    size: build.integer({ ...label, max: 9 }),
    by: build.text({ ...label, system: true }),
  })
  const can = definePermissions('test:thing', ['view', 'import', 'export'])
  const columns: ResourceImport['columns'] = [{ field: 'code' }]
  const findingsOf = (change: Partial<Resource>) =>
    problems([
      definePlugin({ id: 'one', permissions: Object.values(can), dictionaries: [colour], resources: [
        defineResource({ name: 'thing', ...label, base: '/x', path: '/things', table: 'thing', key: 'code', columns: ['code'],
          scope: 'everyone', can, fields, import: { columns, match: ['code'], onMatch: 'update' }, ...change }),
      ] }),
    ]).map(({ where, message }) => `${where}: ${message}`.replace('resource thing › ', ''))
  const imports = (change: Partial<ResourceImport>) => findingsOf({ import: { columns, match: ['code'], onMatch: 'update', ...change } })

  it('is sound', () => {
    expect(findingsOf({ export: { columns: ['code'] } })).toEqual([])
    expect(
      imports({ columns: [...columns, { field: 'who', by: 'code' }, { field: 'who', by: 'name' }], sets: { kind: 'red', size: 3 },
        notes: [label] }),
    ).toEqual([])
  })

  it.each<[string, Partial<ResourceImport>, string]>([
    ['an unknown column', { columns: [...columns, { field: 'no' }] }, 'import › columns: There is no field “no”'],
    ['a column twice', { columns: [...columns, { field: 'code' }] }, 'import › columns: The column “code” is repeated'],
    ['a column that the server sets', { columns: [...columns, { field: 'by' }] },
      'import › columns by: The server sets it; it cannot be imported'],
    ['a text read by its code', { columns: [...columns, { field: 'size', by: 'code' }] },
      'import › columns size › by: Only a reference is read by code or name'],
    ['a name without its code', { columns: [...columns, { field: 'who', by: 'name' }] },
      'import › columns who › by: A name stands beside its code'],
    ['a header in one language', { columns: [...columns, { field: 'size', cn: '', en: 'Size' }] },
      'import › columns size: The Chinese text is missing'],
    ['a match by what does not exist', { match: ['no'] }, 'import › match: There is no field “no”'],
    ['an update of anything', { match: [] }, 'import › match: An update needs fields to match by'],
    ['a value of what does not exist', { sets: { no: '1' } }, 'import › sets no: There is no field “no”'],
    ['a choice that its dictionary does not have', { sets: { kind: 'green' } }, 'import › sets kind: The field does not take this value'],
    ['a value beyond its limit', { sets: { size: 10 } }, 'import › sets size: The field does not take this value'],
    ['a required field that nothing fills', { columns: [{ field: 'size' }] }, 'import › columns: The required field “code” is missing'],
    ['a note in one language', { notes: [{ cn: '甲', en: '' }] }, 'import › notes 1: The English text is missing'],
  ])('does not import %s', (_, change, finding) => {
    expect(imports(change)).toContain(finding)
  })

  it('seals only what is masked, confidential and found by nothing', () => {
    const number = build.text({ ...label, masked: true, sealed: true })
    const sealed = (change: Partial<Resource>) =>
      findingsOf({ fields: { ...fields, number }, confidential: { number: can.view }, ...change })
    expect(sealed({})).toEqual([])
    expect(sealed({ confidential: {} })).toContain('number: A sealed field is masked and confidential')
    for (const change of [{ search: ['number'] }, { filters: ['number'] }, { sort: [{ field: 'number' }] }, { optionFields: ['number'] }])
      expect(sealed(change)).toContain('number: A sealed field is neither found, ordered by nor offered')
  })

  it('has a permission for what goes in and out, and what it lets out exists', () => {
    expect(findingsOf({ can: { view: can.view, export: can.view } })).toEqual(['import: An import needs both its columns and a permission'])
    expect(findingsOf({ import: undefined })).toEqual(['import: An import needs both its columns and a permission'])
    expect(findingsOf({ export: { columns: ['no'] } })).toEqual(['export: There is no field “no”'])
    expect(findingsOf({ can: { view: can.view, import: can.view }, export: { columns: ['code'] } })).toEqual([
      'export: An export needs a permission',
    ])
    expect(findingsOf({ derived: ['no'] })).toEqual(['derived: There is no field “no”'])
  })

  it.each<[string, build.FieldDefinition, string]>([
    ['filter', build.person({ ...label, filter: 'option.id = nobody' }), 'There is no field or name “nobody”'],
    ['visible', build.text({ ...label, visible: 'code = ' }), 'extra › visible'],
    ['required', build.text({ ...label, required: 'cod != null' }), 'There is no field or name “cod”'],
    ['default', build.text({ ...label, default: 'size.unit' }), '“Name” has no attribute “unit”'],
  ])('has expressions that can be read: its %s', (_, extra, part) => {
    const found = findingsOf({ fields: { ...fields, extra } })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(part)
  })
})
