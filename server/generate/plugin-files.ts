import type { Names } from './names.ts'

/** A working module with one kind of record: declaration, permissions, texts, table and a test. By path below the project. */
export function pluginFiles({ kebab, camel, snake, sentence }: Names): Record<string, string> {
  const folder = `plugins/${kebab}`
  return {
    [`${folder}/permissions.ts`]: `import { definePermissions } from '../../src/kernel/permissions.ts'

export const can = definePermissions('${camel}:record', ['view', 'add', 'edit', 'enable'])
`,
    [`${folder}/${kebab}.ts`]: `import { defineFields, text, toggle } from '../../src/kernel/fields.ts'
import { defineResource } from '../../src/kernel/resource.ts'
import { can } from './permissions.ts'

/** What one record is, in a sentence. */
export const ${camel} = defineResource({
  name: '${camel}',
  cn: '${sentence}',
  en: '${sentence}',
  base: '/${kebab}',
  path: '/${kebab}',
  table: '${snake}',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '编码', en: 'Code', required: true, max: 30, pattern: '^[A-Z0-9-]+$' }),
    nameCn: text({ cn: '中文名称', en: 'Chinese name', required: true, max: 30 }),
    nameEn: text({ cn: '英文名称', en: 'English name', required: true, max: 30 }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  columns: ['code', 'nameCn', 'nameEn', 'enable'],
  filters: ['enable'],
  search: ['code', 'nameCn', 'nameEn'],
  can,
  enable: 'enable',
})
`,
    [`${folder}/plugin.ts`]: `import { definePlugin } from '../../src/kernel/plugin.ts'
import { ${camel} } from './${kebab}.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { can } from './permissions.ts'

export default definePlugin({
  id: '${kebab}',
  permissions: Object.values(can),
  resources: [${camel}],
  menus: [{ id: '${kebab}', cn: ${camel}.cn, en: ${camel}.en, icon: 'appstore', path: ${camel}.path, needs: can.view, sort: 900 }],
  locales: { cn, en },
})
`,
    [`${folder}/locales/cn.ts`]: `export default {
  '${camel}.codeTaken': '编码已存在',
} as const
`,
    [`${folder}/locales/en.ts`]: `import type cn from './cn.ts'

export default {
  '${camel}.codeTaken': 'The code is already in use',
} as const satisfies Record<keyof typeof cn, string>
`,
    [`${folder}/server/tables.ts`]: `import type { Generated } from 'kysely'
import type { RecordTable } from '../../../server/resources/record-columns.ts'

export interface ${capital(camel)}Table extends RecordTable {
  code: string
  name_cn: string
  name_en: string
  enable: Generated<boolean>
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    ${snake}: ${capital(camel)}Table
  }
}
`,
    [`${folder}/server/migrations.ts`]: `import { sql } from 'kysely'
import type { Migration } from '../../../server/database/migrations.ts'
import { recordColumns } from '../../../server/resources/record-columns.ts'

export const migrations: readonly Migration[] = [
  {
    name: '001-${kebab}',
    up: async (run) => {
      await run(sql\`
        create table ${snake} (
          \${recordColumns},
          code varchar(30) not null,
          name_cn varchar(30) not null,
          name_en varchar(30) not null,
          enable boolean not null default true
        );
        create unique index ${snake}_code on ${snake} (code) where del_flag = 0\`)
    },
  },
]
`,
    [`${folder}/server/plugin.ts`]: `import { defineServer } from '../../../server/plugin.ts'
import { migrations } from './migrations.ts'
import type { RecordRules } from '../../../server/resources/rules.ts'
import './tables.ts'

/** What a violated constraint of the table means to a person. */
const rules: RecordRules = { constraints: { ${snake}_code: { code: '${camel}.codeTaken', fields: ['code'] } } }

export default defineServer({ id: '${kebab}', migrations, records: { ${camel}: rules } })
`,
    [`${folder}/plugin.test.ts`]: `import { expect, it } from 'vitest'
import { problems } from '../../src/kernel/problems.ts'
import plugin from './plugin.ts'

it('is a sound module by itself', () => {
  expect(problems([plugin])).toEqual([])
})
`,
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
