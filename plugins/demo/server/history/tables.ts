import type { ColumnType } from 'kysely'

interface DemoChapterTable {
  name: ColumnType<string, string, never>
  /** False if the rules of the product refused it. */
  allowed: ColumnType<boolean, boolean, never>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    demo_chapter: DemoChapterTable
  }
}
