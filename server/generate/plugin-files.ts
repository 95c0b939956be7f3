import { type Spellings, capital } from './names.ts'
import { pluginTestFiles } from './plugin-test-files.ts'

/**
 * A working module with one resource: declaration, permissions, texts, a page, a call, table and tests. By path relative to the project.
 */
export function pluginFiles(names: Spellings): Record<string, string> {
  const { kebab, camel, cn, en } = names
  const folder = `plugins/${kebab}`
  return {
    [`${folder}/permissions.ts`]: `import { definePermissions } from '#kernel/permissions.ts'

export const can = definePermissions('${camel}:record', ['view', 'add', 'edit', 'enable', 'import', 'export'])
`,
    [`${folder}/${kebab}.ts`]: resource(names),
    [`${folder}/references.ts`]: `import { referenceTo } from '#kernel/fields.ts'

/** A field of a form that refers to one of the ${en.toLowerCase()} by its id. Conditions read the resource's \`optionFields\`. */
export const ${camel} = referenceTo('${camel}')
`,
    [`${folder}/wire.ts`]: `/** An expired record. */
export interface ExpiredRecord {
  readonly id: string
  readonly code: string
  readonly nameCn: string
  readonly nameEn: string
  /** Last day of validity, \`2026-12-31\`. */
  readonly validTo: string
}

/** A page of expired records: the answer of \`GET /${kebab}/expired\`. */
export interface ExpiredRecords {
  readonly records: readonly ExpiredRecord[]
  /** Number of records on all pages. */
  readonly total: number
  readonly current: number
  readonly size: number
  readonly pages: number
}
`,
    [`${folder}/plugin.ts`]: `import { definePlugin } from '#kernel/plugin.ts'
import { ${camel} } from './${kebab}.ts'
import { can } from './permissions.ts'
import { cn, en } from './texts.ts'

export default definePlugin({
  id: '${kebab}',
  permissions: Object.values(can),
  resources: [${camel}],
  menus: [
    { id: '${kebab}', cn: ${camel}.cn, en: ${camel}.en, sort: 70 },
    { id: '${kebab}-records', parent: '${kebab}', cn: '全部${cn}', en: 'All ${en.toLowerCase()}', icon: 'appstore',
      path: ${camel}.path, needs: can.view, sort: 10 },
    { id: '${kebab}-expired', parent: '${kebab}', cn: '到期的${cn}', en: 'Expired ${en.toLowerCase()}', icon: 'history',
      path: '/${kebab}-expired', needs: can.view, sort: 20 },
  ],
  locales: { cn, en },
})
`,
    [`${folder}/texts.ts`]: `import { bilingual } from '#kernel/wording/label.ts'

/** Sentences of the server and the checks, by their codes. */
export const { cn, en } = bilingual({
  '${camel}.validityOrder': { cn: '失效日不能早于生效日', en: 'The last day of validity must not be before the first' },
})
`,
    ...pluginPageFiles(names),
    ...pluginServerFiles(names),
    ...pluginTestFiles(names),
  }
}

const resource = ({ kebab, camel, snake, cn, en }: Spellings) =>
  `import { date, defineFields, department, person, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { can } from './permissions.ts'

/** ${en}. People see the records of the departments in their data scope. */
export const ${camel} = defineResource({
  name: '${camel}',
  cn: '${cn}',
  en: '${en}',
  singular: { cn: '${cn}', en: '${en}' },
  base: '/${kebab}',
  path: '/${kebab}',
  table: '${snake}',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '编码', en: 'Code', required: true, max: 30, pattern: '^[A-Z0-9][A-Z0-9-]*$' }),
    nameCn: text({ cn: '中文名称', en: 'Chinese name', required: true, max: 30 }),
    nameEn: text({ cn: '英文名称', en: 'English name', required: true, max: 30 }),
    departmentId: department({ cn: '部门', en: 'Department', required: true }),
    manager: person({ cn: '负责人', en: 'Responsible person' }),
    validFrom: date({ cn: '生效日', en: 'Valid from', required: true }),
    validTo: date({ cn: '失效日', en: 'Valid to', hint: { cn: '含当日；不填则长期有效', en: 'Inclusive; leave empty if open-ended' } }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  columns: ['code', 'nameCn', 'nameEn', 'departmentId', 'manager', 'validFrom', 'validTo', 'enable'],
  filters: ['departmentId', 'manager', 'enable'],
  search: ['code', 'nameCn', 'nameEn'],
  can,
  enable: 'enable',
  offers: '${camel}',
  optionFields: ['code', 'departmentId', 'validTo'],
  scope: { departments: 'departmentId' },
  import: {
    columns: [
      { field: 'code' }, { field: 'nameCn' }, { field: 'nameEn' }, { field: 'departmentId', by: 'code' }, { field: 'manager', by: 'code' },
      { field: 'validFrom' }, { field: 'validTo' },
      { field: 'enable' },
    ],
    match: ['code'],
    onMatch: 'update',
  },
})
`

/** The browser half of a new module: a page with the rows of its call, and texts in both languages. */
function pluginPageFiles(names: Spellings): Record<string, string> {
  const { kebab, camel, cn, en } = names
  const folder = `plugins/${kebab}`
  return {
    [`${folder}/browser.ts`]: `import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { can } from './permissions.ts'

const ExpiredPage = lazyPage(async () => (await import('./pages/ExpiredPage.tsx')).ExpiredPage)

/** Pages beside the list and the dialog of the records, which are generated from the declaration. */
export default defineBrowserPlugin({
  id: '${kebab}',
  pages: [{ path: '/${kebab}-expired', title: { cn: '到期的${cn}', en: 'Expired ${en.toLowerCase()}' }, component: ExpiredPage,
    needs: can.view }],
})
`,
    [`${folder}/pages/texts.ts`]: `import { definePartText } from '#fields/text.ts'
import { bilingual } from '#kernel/wording/label.ts'

/** Texts of the pages. */
export const usePageText = definePartText(bilingual({
  title: { cn: '到期的${cn}', en: 'Expired ${en.toLowerCase()}' },
  code: { cn: '编码', en: 'Code' },
  name: { cn: '名称', en: 'Name' },
  validTo: { cn: '失效日', en: 'Valid to' },
  none: { cn: '没有到期的记录', en: 'Nothing has expired' },
}))
`,
    [`${folder}/pages/ExpiredPage.tsx`]: `import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import type { ExpiredRecord, ExpiredRecords } from '../wire.ts'
import { usePageText } from './texts.ts'

/** Expired records within the person's data scope, page by page. */
export function ExpiredPage() {
  const { t } = usePageText()
  const http = useHttp()
  const isMobile = useIsMobile()
  const list = useListQuery()
  const { current, size } = list.query
  const answer = useQuery({
    queryKey: ['${camel}', 'expired', current, size],
    queryFn: () => http.get<ExpiredRecords>('/${kebab}/expired', { current, size }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage isList title={t('title')} list={list} answer={listed(answer)} skeleton={{ columns: ['20%', '50%', '20%'] }}
      empty={{ title: t('none') }}
    >
      {(records) => (isMobile ? <Rows records={records} /> : <Columns records={records} />)}
    </ListPage>
  )
}

interface RecordsProps {
  readonly records: readonly ExpiredRecord[]
}

function Columns({ records }: RecordsProps) {
  const { t, locale } = usePageText()
  return (
    <div className="oa-table is-plain">
      <Table<ExpiredRecord>
        size="small"
        rowKey="id"
        dataSource={records}
        pagination={false}
        columns={[
          { title: t('code'), dataIndex: 'code' },
          { title: t('name'), dataIndex: locale === 'cn' ? 'nameCn' : 'nameEn' },
          { title: t('validTo'), dataIndex: 'validTo', className: 'num' },
        ]}
      />
    </div>
  )
}

/** Rows for narrow screens: name and code, with the last day of validity below. */
function Rows({ records }: RecordsProps) {
  const { t, locale } = usePageText()
  return (
    <ul className="oa-rows">
      {records.map(({ id, code, nameCn, nameEn, validTo }) => (
        <li key={id}>
          <div className="oa-row is-record">
            <span className="oa-row-first">{locale === 'cn' ? nameCn : nameEn}</span>
            <span className="oa-row-second">
              <span className="oa-row-detail">
                <span>{t('code')}</span> {code}
              </span>
              <span className="oa-row-detail">
                <span>{t('validTo')}</span> <span className="num">{validTo}</span>
              </span>
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
`,
  }
}

/** The server half of a new module: its table, messages for the table's constraints, and a call. */
function pluginServerFiles(names: Spellings): Record<string, string> {
  const { kebab, camel, snake, en } = names
  const folder = `plugins/${kebab}/server`
  return {
    [`${folder}/migrations.ts`]: `import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

export const migrations: readonly Migration[] = [
  {
    name: '001-${kebab}',
    async up(run) {
      await run(sql\`
        create table ${snake} (
          \${recordColumns},
          code varchar(30) not null,
          name_cn varchar(30) not null,
          name_en varchar(30) not null,
          department_id varchar(32) not null,
          manager varchar(32),
          valid_from date not null,
          valid_to date,
          enable boolean not null default true,
          constraint ${snake}_validity check (valid_to >= valid_from)
        );
        create unique index ${snake}_code on ${snake} (code) where del_flag = 0;
        create index ${snake}_department on ${snake} (department_id)\`)
    },
  },
]
`,
    [`${folder}/tables.ts`]: `import type { RecordTable } from '#server/resources/columns.ts'

/** Columns that the module's own queries use. The generic calls read all columns from the declaration. */
interface ${capital(camel)}Table extends RecordTable {
  code: string
  name_cn: string
  name_en: string
  department_id: string
  /** Inclusive. */
  valid_to: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    ${snake}: ${capital(camel)}Table
  }
}
`,
    [`${folder}/routes.ts`]: `import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { todayOf } from '#kernel/values/dates.ts'
import type { Host } from '#server/host.ts'
import { needs } from '#server/http/access.ts'
import { can } from '../permissions.ts'
import type { ExpiredRecords } from '../wire.ts'
import './tables.ts'

const paging = z.strictObject({ current: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(20) })

/** Expired ${en.toLowerCase()} within the caller's data scope, latest first. */
export function routes(app: FastifyInstance, { db, clock, departments }: Host): void {
  app.withTypeProvider<ZodTypeProvider>().get('/${kebab}/expired', { config: { access: needs(can.view), resource: '${camel}' },
    schema: { querystring: paging } },
    async ({ caller, query: { current, size } }): Promise<ExpiredRecords> => {
      const seen = await departments(db, caller, '${camel}')
      const all = db.selectFrom('${snake}').where('del_flag', '=', 0).where('valid_to', '<', todayOf(clock.now()))
      const expired = seen === 'all' ? all : all.where(sql<SqlBool>\`department_id = any(\${seen}::text[])\`)
      const { total } = await expired.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
      const records = await expired
        .select(['id', 'code', 'name_cn as nameCn', 'name_en as nameEn', sql<string>\`valid_to\`.as('validTo')])
        // a code is unique: ordered by it last, pages neither repeat nor skip records
        .orderBy('valid_to', 'desc').orderBy('code')
        .limit(size).offset((current - 1) * size)
        .execute()
      return { records, total: Number(total), current, size, pages: Math.ceil(Number(total) / size) }
    })
}
`,
    [`${folder}/plugin.ts`]: `import { defineServer } from '#server/plugin.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import { migrations } from './migrations.ts'
import { routes } from './routes.ts'

/** Sentences and fields for violated constraints of the table. */
const rules: RecordRules = {
  constraints: { ${snake}_validity: { code: '${camel}.validityOrder', fields: ['validTo'] } },
}

export default defineServer({ id: '${kebab}', migrations, routes, records: { ${camel}: rules } })
`,
    [`${folder}/testing-probes.ts`]: `import { sql } from 'kysely'
import { dataOf, defineReadProbes } from '#server/architecture-tests/probes.ts'
import { units, unitsOf } from '#server/architecture-tests/scope-company.ts'
import type { ExpiredRecords } from '../wire.ts'

/** How the architecture tests try the module's own calls: as people of every data scope. */
export default defineReadProbes({
  /** Inserts an expired record of each unit. */
  async plant(db) {
    for (const { id } of units) {
      await sql\`insert into ${snake} (id, code, name_cn, name_en, department_id, valid_from, valid_to)
        values (\${id}, \${id}, '一号', 'Number one', \${id}, '2025-01-01', '2025-12-31')\`.execute(db)
    }
  },
  scoped: ({ ask }) => ({
    'GET /${kebab}/expired': {
      seen: async (person) =>
        (await dataOf<ExpiredRecords | null>(ask(person, 'GET', '/${kebab}/expired?size=200')))?.records.map(({ code }) => code)
          .toSorted(),
      expected: (person) => unitsOf(person).map(({ id }) => id).toSorted(),
    },
  }),
})
`,
  }
}
