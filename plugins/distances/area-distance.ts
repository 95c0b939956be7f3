import { cascader, defineFields, integer, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { can } from './permissions.ts'

const code = (cn: string, en: string) => text({ cn, en, max: 6, pattern: '^([A-Z]{2}|[0-9]{6})$', visible: 'false' })
const shownName = (cn: string, en: string) => text({ cn, en, max: 300, system: true, readOnly: true })

/** The distance between two places, the same in both directions; trips and cars start from it. */
export const areaDistance = defineResource({
  name: 'areaDistance',
  cn: '里程',
  en: 'Distance',
  base: '/oaserver',
  path: '/distance-management',
  table: 'area_distance',
  key: 'nameCn',
  fields: defineFields({
    // Workbooks say the codes instead.
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
      { field: 'fromCode', required: true, example: '320500', formerly: ['Code of one place'] },
      { field: 'toCode', required: true, example: '310100', formerly: ['Code of the other place'] },
      { field: 'km', example: '100', formerly: ['Distance, km'] },
    ],
    match: ['fromCode', 'toCode'],
    onMatch: 'update',
    notes: [
      { cn: '编码为六位行政区划代码，或两位国家代码',
        en: 'Codes are the six digits of the administrative division, or the two letters of a country' },
      { cn: '两地不分先后，同一对只写一次', en: 'Enter each pair once, in either order' },
    ],
  },
  export: { columns: ['nameCn', 'nameEn'] },
})
