import { cascader, defineFields, integer, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('finance:distance', ['view', 'add', 'edit', 'delete', 'import', 'export'])

const code = (cn: string, en: string) => text({ cn, en, max: 6, pattern: '^([A-Z]{2}|[0-9]{6})$', visible: 'false' })
const shownName = (cn: string, en: string) => text({ cn, en, max: 300, system: true, readOnly: true })

/** Distance between two places, the same in both directions; used by trips and cars. */
export const areaDistance = defineResource({
  name: 'areaDistance',
  cn: '里程',
  en: 'Distance',
  base: '/oaserver',
  path: '/distance-management',
  table: 'area_distance',
  key: 'nameCn',
  fields: defineFields({
    // alternative to the codes used in workbooks
    fromArea: cascader({ cn: '一地', en: 'First place', required: 'true', min: 1 }),
    toArea: cascader({ cn: '另一地', en: 'Second place', required: 'true', min: 1,
      hint: { cn: '两地不分先后', en: 'Applies in both directions' } }),
    fromCode: code('一地编码', 'Code of the first place'),
    toCode: code('另一地编码', 'Code of the second place'),
    km: integer({ cn: '里程（公里）', en: 'Distance (km)', required: true, min: 1, max: 20_000 }),
    nameCn: shownName('中文名称', 'Chinese name'),
    nameEn: shownName('英文名称', 'English name'),
  }),
  columns: ['fromArea', 'toArea', 'km'],
  filters: ['km'],
  search: ['nameCn', 'nameEn'],
  sort: [{ field: 'fromCode' }, { field: 'toCode' }],
  can,
  scope: 'everyone',
  import: {
    columns: [
      { field: 'fromCode', cn: '一地', en: 'First place', required: true, example: { cn: '苏州市', en: 'Shenzhen' },
        formerly: ['一地编码', 'Code of the first place', 'Code of one place'] },
      { field: 'toCode', cn: '另一地', en: 'Second place', required: true, example: { cn: '上海市', en: 'Shanghai' },
        formerly: ['另一地编码', 'Code of the second place', 'Code of the other place'] },
      { field: 'km', example: '100', formerly: ['Distance, km'] },
    ],
    match: ['fromCode', 'toCode'],
    unordered: ['fromCode', 'toCode'],
    onMatch: 'update',
    notes: [
      { cn: '地点可写中文名、英文名或编码（六位行政区划代码，或两位国家代码）；重名的地点请连同上级书写，如“江苏省>苏州市”',
        en: 'Write a place as its Chinese or English name, or as its code (six digits, or two letters of a country). '
          + 'Where several places have the name, write what it lies in first: Jiangsu>Suzhou' },
      { cn: '两地不分先后，同一对只写一次', en: 'Enter each pair once, in either order' },
    ],
  },
  export: { columns: ['nameCn', 'nameEn'] },
})
