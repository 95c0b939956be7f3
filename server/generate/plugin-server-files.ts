import { capital, type Spellings } from './names.ts'

/** The server half of a new module: its table, what the table's constraints mean to a person, and a call of its own. */
export function pluginServerFiles(names: Spellings): Record<string, string> {
  const { kebab, camel, snake, en } = names
  const folder = `plugins/${kebab}/server`
  return {
    [`${folder}/migrations.ts`]: `import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/record-columns.ts'

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
    [`${folder}/tables.ts`]: `import type { RecordTable } from '#server/resources/record-columns.ts'

/** The columns that the module's own queries name; the generic calls know all of them from the declaration. */
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

/** ${en} whose validity has ended, as far as the caller sees them, latest first. */
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
        // a code is there once: with it at the end, no page repeats or leaves out a record
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

/** The meaning of a violated constraint of the table to a person. */
const rules: RecordRules = {
  constraints: { ${snake}_validity: { code: '${camel}.validityOrder', fields: ['validTo'] } },
}

export default defineServer({ id: '${kebab}', migrations, routes, records: { ${camel}: rules } })
`,
    [`${folder}/probes.ts`]: `import { sql } from 'kysely'
import { dataOf, defineReadProbes } from '#server/architecture-tests/probes.ts'
import { units, unitsOf } from '#server/architecture-tests/scope-company.ts'
import type { ExpiredRecords } from '../wire.ts'

/** The ways in which the architecture tests try the module's own calls with people of every scope. */
export default defineReadProbes({
  /** A record of each unit whose validity has ended. */
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
