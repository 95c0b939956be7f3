import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { BlockSection } from '#shell/app-config.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'

/** The blocks that modules draw, by the roles of their fields. */
export type Blocks = readonly Pick<BlockSection, 'id' | 'of'>[]

const none: Blocks = []

/** The blocks of documents that the modules of this product draw. */
export const useBlocks = (): Blocks => useRoutes().config.documentBlocks ?? none

/** The block that a field belongs to by its role: fields of a block are drawn together, by the module that names their roles. */
export const blockOf = (blocks: Blocks, { as: role }: FieldDefinition): string | undefined =>
  role === undefined ? undefined : blocks.find(({ of }) => of.includes(role))?.id

/** Returns whether a document has anything to show in a block: a row in one of its tables. */
export const hasBlock = (blocks: Blocks, block: string, fields: Fields, value: FormValue): boolean =>
  Object.entries(fields).some(([key, field]) => field.kind === 'table' && blockOf(blocks, field) === block && rowsAt(value, key).length > 0)

/** The blocks in which a document has anything to show, in the order of its form. */
export const blocksIn = (blocks: Blocks, fields: Fields, value: FormValue): readonly string[] =>
  [...new Set(Object.values(fields).flatMap((field) => blockOf(blocks, field) ?? []))].filter((block) =>
    hasBlock(blocks, block, fields, value)
  )
