import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

export const historyMigrations: readonly Migration[] = [
  {
    name: '010-history',
    up: async (run) => {
      await run(sql`
        -- occasions of the company's past that were told, or that the rules of the product do not allow
        create table demo_chapter (
          name text primary key,
          allowed boolean not null
        )`)
    },
  },
]
