import type { ColumnType } from 'kysely'

interface DemoChapterTable {
  name: ColumnType<string, string, never>
  /** True where the rules of the product let it be filed. */
  allowed: ColumnType<boolean, boolean, never>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    demo_chapter: DemoChapterTable
  }
}
