import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { BlockSection } from '#shell/app-config.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'

/** The blocks rendered by modules, with the roles of their fields. */
export type Blocks = readonly Pick<BlockSection, 'id' | 'of'>[]

const none: Blocks = []

/** The document blocks of the product's modules. */
export const useBlocks = (): Blocks => useRoutes().config.documentBlocks ?? none

/** The block of a field by its role; the module of the block renders its fields together. */
export const blockOf = (blocks: Blocks, { as: role }: FieldDefinition): string | undefined =>
  role === undefined ? undefined : blocks.find(({ of }) => of.includes(role))?.id

/** Returns whether a document has a row in one of the tables of a block. */
export const hasBlock = (blocks: Blocks, block: string, fields: Fields, value: FormValue): boolean =>
  Object.entries(fields).some(([key, field]) => field.kind === 'table' && blockOf(blocks, field) === block && rowsAt(value, key).length > 0)

/** The blocks with rows in a document, in the order of its form. */
export const blocksIn = (blocks: Blocks, fields: Fields, value: FormValue): readonly string[] =>
  [...new Set(Object.values(fields).flatMap((field) => blockOf(blocks, field) ?? []))].filter((block) =>
    hasBlock(blocks, block, fields, value)
  )
