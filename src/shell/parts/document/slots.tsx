import { Suspense } from 'react'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { BlockParts, BlockSection, RowSummary } from '#shell/browser-plugin.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'

/** Renders a part of a module's block, or that part of every block if `block` is absent; empty without such a block. */
export function DocumentBlock({ block, part }: { block?: string; part: keyof BlockParts }) {
  const { documentBlocks = [] } = useRoutes().config
  const shown = documentBlocks.filter(({ id }) => block === undefined || id === block)
  return <Suspense>{shown.map(({ id, [part]: Part }) => <Part key={id} />)}</Suspense>
}

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

interface DocumentFiguresProps {
  /** Id of the document, once it is filed. */
  readonly document?: string
  /** Displays the document's exceptions next to the figures. */
  readonly isChecked?: boolean
}

/** Figures of modules about the document that is entered or decided. */
export function DocumentFigures({ document, isChecked = false }: DocumentFiguresProps) {
  const { documentFigures = [] } = useRoutes().config
  return (
    <Suspense>
      {documentFigures.map(({ id, component: Section }) => <Section key={id} document={document} isChecked={isChecked} />)}
    </Suspense>
  )
}

const noSummaries: readonly RowSummary[] = []

/** The columns that summarise rows, as declared by modules. */
export const useRowSummaries = (): readonly RowSummary[] => useRoutes().config.rowSummaries ?? noSummaries

/** Returns whether a column is the amount of its row, from which other amounts are calculated. */
export const isRowAmount = (summaries: readonly RowSummary[], { as: role }: FieldDefinition): boolean =>
  role !== undefined && summaries.some(({ amount }) => amount === role)

/** Returns whether a column is one of the two ends (e.g. departure, destination) that together name its row. */
export const isRowEnd = (summaries: readonly RowSummary[], { as: role }: FieldDefinition): boolean =>
  role !== undefined && summaries.some(({ ends }) => ends?.includes(role) === true)
